import { services } from '@app/container-factory'
import { type RequestHandlerInterface, type ServerRequest, text } from '@app/core'

class Db {
  readonly notes = new Map([['1', 'Buy tea']])
}

class Clock {
  readonly today = 'Monday'
}

class Notes {
  static readonly inject = ['db', 'clock'] as const
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  on(id: string): string {
    return `${this.#clock.today}: ${this.#db.notes.get(id)}`
  }
}

export class NoteHandler implements RequestHandlerInterface {
  static readonly inject = ['notes'] as const
  readonly #notes: Notes

  constructor(notes: Notes) {
    this.#notes = notes
  }

  handle(request: ServerRequest): Response {
    return text(this.#notes.on(String(request.params.id)))
  }
}

export const container = services()
  .provide('db', async () => new Db())
  .provide('clock', Clock)
  .provide('notes', Notes)
  .build()
