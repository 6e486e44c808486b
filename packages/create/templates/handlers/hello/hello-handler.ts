import { type RequestHandlerInterface, type ServerRequest, text } from '@app/core'

/** Greets the one in the path, or the world; the container reads from `inject` what the constructor takes. */
export class HelloHandler implements RequestHandlerInterface {
  static readonly inject = ['greeting'] as const
  readonly #greeting: string

  constructor(greeting: string) {
    this.#greeting = greeting
  }

  readonly handle = ({ params }: ServerRequest) => text(`${this.#greeting}, ${params.name ?? 'world'}!`)
}
