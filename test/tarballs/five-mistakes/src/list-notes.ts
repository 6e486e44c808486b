import { json, type RequestHandlerInterface } from '@app/core'
import type { Notes } from './notes.ts'

export class ListNotes implements RequestHandlerInterface {
  static readonly inject = ['acme/notes'] as const
  readonly #notes: Notes

  constructor(notes: Notes) {
    this.#notes = notes
  }

  readonly handle = (): Response => json({ first: this.#notes.textOf('1') })
}
