import { setTimeout as sleep } from 'node:timers/promises'
import { createContainer } from '@app/container-factory'
import { Application, configProvider, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/**
 * A configured program whose services print their start and their disposal; `BROKEN` names the service that does not
 * start.
 */
const { BROKEN } = process.env

class Service {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  async start(): Promise<void> {
    await sleep(5)
    if (BROKEN === this.#name) throw new Error(`${this.#name} has no paper`)
    console.log(`${this.#name} is up`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await sleep(5)
    console.log(`${this.#name} is down`)
  }
}

class Janitor extends Service {
  static readonly inject = ['acme/queue']

  constructor() {
    super('janitor')
  }
}

const { dependencies } = await configProvider()
const container = createContainer({
  dependencies: {
    services: { '@app/router/RouterInterface': new FindMyWayRouter() },
    factories: {
      ...dependencies?.factories,
      'acme/queue': async () => new Service('queue'),
      'acme/janitor': Janitor,
    },
    eager: ['acme/janitor', 'acme/queue'],
  },
  routes: [{ path: '/', middleware: () => text('Hello') }],
})

await container.get(Application.SERVICE).run({ port: 0, host: '127.0.0.1' })
