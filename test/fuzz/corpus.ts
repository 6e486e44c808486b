import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the corpus of a target, which a search has kept: together its strings reach all code that the search reached,
 * and among them are the strings that once broke the law of the target.
 */
export function readCorpus(name: string): readonly string[] {
  const file = fileOf(name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []
}

/** Replaces the kept strings. They are sorted, so that a new search changes few lines of the file. */
export function writeCorpus(name: string, inputs: readonly string[]): void {
  const kept = [...new Set(inputs)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  writeFileSync(fileOf(name), `${JSON.stringify(kept, null, 2)}\n`)
}

function fileOf(name: string): string {
  return join(import.meta.dirname, 'corpus', `${name}.json`)
}
