import { CASES, checkAnswer, cookiesIn, requestOf } from '../cases.mjs'
import { askOnce, Wire } from './wire.mjs'

const CONNECTIONS = 50

/** The simulated connections of a server, over which bursts of requests are sent. */
export class Bursts {
  #server
  #wires = []
  #request
  #ready = []

  constructor(server) {
    this.#server = server
  }

  /**
   * Chooses the case whose request later bursts send. Sends that request once, and throws an error unless the response
   * is right. Opens new connections each time, since a server closes a connection that was idle for some seconds.
   */
  async choose(key) {
    const { visit } = CASES[key]
    const cookies = visit ? cookiesIn(await askOnce(this.#server, requestOf({ method: 'GET', path: visit }))) : ''
    this.#request = requestOf(CASES[key], cookies)
    const answer = await askOnce(this.#server, this.#request)
    checkAnswer(key, answer)
    const isChunked = !/^content-length: /im.test(answer.slice(0, answer.indexOf('\r\n\r\n')))
    for (const wire of this.#wires) wire.destroy()
    this.#wires = Array.from({ length: CONNECTIONS }, () => new Wire())
    for (const wire of this.#wires) {
      wire.length = isChunked ? 0 : answer.length
      this.#server.emit('connection', wire)
    }
  }

  /**
   * Sends `count` requests, at most 50 at a time. Calls `stop` at the last byte of the last response, and resolves with
   * the result of `stop`.
   *
   * The connections whose answers arrived in one turn of the event loop send their next requests together in the next
   * turn, since a busy machine also receives requests in batches.
   */
  run(count, stop) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${answered} of ${count} answers came within a minute`)), 60_000)
      let asked = 0
      let answered = 0
      const pushBatch = () => {
        const wires = this.#ready
        this.#ready = []
        for (const wire of wires) wire.request(this.#request)
      }
      const take = (wire) => {
        if (++answered === count) {
          resolve(stop())
          clearTimeout(late)
        }
        if (asked === count) return
        asked++
        if (this.#ready.push(wire) === 1) setImmediate(pushBatch)
      }
      for (const wire of this.#wires) wire.answered = take
      const first = this.#wires.slice(0, count)
      asked = first.length
      for (const wire of first) wire.request(this.#request)
    })
  }
}
