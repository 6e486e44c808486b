import { type RequestHandlerInterface, text } from '@app/core'

/** Answers with the greeting that its constructor gets. */
export class HomeHandler implements RequestHandlerInterface {
  readonly #greeting: string

  constructor(greeting: string) {
    this.#greeting = greeting
  }

  readonly handle = () => text(this.#greeting)
}
