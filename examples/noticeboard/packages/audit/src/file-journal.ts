import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Entry, Journal } from './entry.ts'

/** Writes entries into a file, a line of JSON for each. */
export class FileJournal implements Journal {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  async write(entry: Entry): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true })
    await appendFile(this.#file, `${JSON.stringify(entry)}\n`)
  }
}
