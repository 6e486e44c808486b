/** Waits until it is woken. A wake while nobody waits counts for the next wait. */
export class Listener {
  #isWoken = false
  #resolve: (() => void) | undefined

  wake(): void {
    this.#isWoken = true
    this.#resolve?.()
  }

  async woken(): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve
      })
    }
    this.#isWoken = false
  }
}
