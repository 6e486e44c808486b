import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A law that holds for every text, and texts to begin with. */
export interface Target {
  /** Tried first, before any corpus. */
  readonly seeds: readonly string[]
  /** Pieces of the language of the texts, which chance would not find. */
  readonly words: readonly string[]
  /** Throws, or rejects, if a text breaks the law. */
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
