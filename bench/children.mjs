import { fork } from 'node:child_process'

/** A child process that measures on request; requests and results are messages between the processes. */
export class Child {
  #child
  #waiting

  /** Starts the process; resolves with its first message when the process is ready. */
  async start(module, args, { execPath, execArgv = [] }) {
    const env = { ...process.env, NODE_ENV: 'production' }
    this.#child = fork(module, args, { execPath, execArgv, env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    let said = ''
    this.#child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-2_000)
    })
    this.#child.on('message', (message) => this.#waiting?.(message))
    this.#child.on('exit', (code) => this.#waiting?.({ error: `the process ended with ${code}: ${said}` }))
    return this.#answer()
  }

  get pid() {
    return this.#child.pid
  }

  /** Sends an order to the process, such as a measurement, and resolves with its result. */
  tell(order, details = {}) {
    const answer = this.#answer()
    this.#child.send({ order, ...details })
    return answer
  }

  stop() {
    this.#waiting = undefined
    this.#child.kill()
  }

  #answer() {
    return new Promise((resolve, reject) => {
      this.#waiting = ({ value, error }) => (error === undefined ? resolve(value) : reject(new Error(error)))
    })
  }
}
