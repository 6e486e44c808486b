/** Knows how late this process may notice what happens: it may have got no CPU for a while. */
export class Heartbeat {
  #before = performance.now()
  #last = performance.now()
  readonly #timer = setInterval(() => {
    this.#before = this.#last
    this.#last = performance.now()
  }, 5).unref()

  /**
   * A moment at which the event that is being handled had not happened yet, as `performance.now()` gives it. After each
   * beat, node looks for events; so an event had not happened before the last beat, or the one before that, if the
   * event is noticed right after a beat.
   */
  get earliest(): number {
    return this.#before
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
