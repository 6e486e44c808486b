import { json, type RequestHandler, type RequestHandlerInterface, type ServerRequest, text } from '@app/core'

/** Notes by their numbers. */
export class Notes {
  readonly #titles = ['Buy tea']

  all(): readonly string[] {
    return this.#titles
  }

  find(id: string): string {
    const title = this.#titles[Number(id) - 1]
    if (title === undefined) throw new NoteMissing(`There is no note ${id}.`)
    return title
  }

  add(title: string): void {
    this.#titles.push(title)
  }
}

export class NoteMissing extends Error {}

export function listNotes(notes: Notes): RequestHandler {
  return () => json(notes.all())
}
listNotes.inject = ['acme/notes'] as const

export class ShowNote implements RequestHandlerInterface {
  static readonly inject = ['acme/notes'] as const
  readonly #notes: Notes

  constructor(notes: Notes) {
    this.#notes = notes
  }

  readonly handle = (request: ServerRequest) => text(this.#notes.find(request.params.id ?? ''))
}
