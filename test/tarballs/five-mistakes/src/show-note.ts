import { json, type RequestHandlerInterface, type ServerRequest } from '@app/core'
import type { Clock } from './clock.ts'
import type { Notes } from './notes.ts'

export class ShowNote implements RequestHandlerInterface {
  static readonly inject = ['acme/notes', 'acme/clock'] as const
  readonly #notes: Notes
  readonly #clock: Clock

  constructor(notes: Notes, clock: Clock) {
    this.#notes = notes
    this.#clock = clock
  }

  handle(request: ServerRequest): Response {
    return json({ text: this.#notes.textOf(request.params.id ?? ''), shown: this.#clock.now() })
  }
}
