import { type RequestHandlerInterface, text } from '@app/core'

/** Greets. */
export class HomeHandler implements RequestHandlerInterface {
  readonly #greeting: string

  constructor(greeting: string) {
    this.#greeting = greeting
  }

  readonly handle = () => text(this.#greeting)
}
