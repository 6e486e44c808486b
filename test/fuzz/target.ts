import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The target of a search: a law that has to hold for every text, and the strings that the search begins with. */
export interface Target {
  /** The strings that are tried first, before those of the corpus. */
  readonly seeds: readonly string[]
  /** Pieces of the language of the strings, such as keywords, which random changes would hardly find. */
  readonly words: readonly string[]
  /** Throws, or rejects, if a string breaks the law. */
  readonly check: (input: string) => void | Promise<void>
}

const FOLDER = join(import.meta.dirname, 'targets')

/** The names of all targets, which are those of their files. */
export const TARGETS: readonly string[] = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ''))

/** Loads a target by its name. */
export async function loadTarget(name: string): Promise<Target> {
  const { target } = (await import(`./targets/${name}.ts`)) as { target: Target }
  return target
}
