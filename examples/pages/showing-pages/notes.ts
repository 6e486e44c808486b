import * as z from 'zod'

/** The fields of a note, and the messages of the form about mistakes. */
export const Note = z.object({
  title: z.string().trim().min(1, 'A note has a title.').max(80, 'A title has at most 80 characters.'),
  text: z.string().default(''),
})

/** The notes of the example; a product has a database. */
export class Notes {
  readonly #notes: (z.infer<typeof Note> & { readonly id: number })[] = []

  all(): readonly { readonly id: number; readonly title: string; readonly text: string }[] {
    return this.#notes
  }

  has(title: string): boolean {
    return this.#notes.some((note) => note.title === title)
  }

  add(note: z.infer<typeof Note>): void {
    this.#notes.push({ ...note, id: this.#notes.length + 1 })
  }
}
