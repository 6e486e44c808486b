import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const TESTS = ['packages/*/src/**/*.test.ts', 'examples/*/**/*.test.ts', 'test/**/*.test.ts']

/** A test that names clauses of the contract at the start of its name: `2.6.1, 2.6.2: …` or `4.3 A: …`. */
export interface Citation {
  readonly clauses: readonly string[]
  readonly test: string
}

/** All tests of the repository that name a clause. */
export function citations(): readonly Citation[] {
  const files = globSync(TESTS, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).sort()
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return [...text.matchAll(NAME)].map(([, cited = '', name = '']) => ({
      clauses: cited.split(',').map((clause) => clause.trim().replace(/ [AB]$/, '')),
      test: `${file}: ${cited}: ${name}`,
    }))
  })
}

const NAME = /['"`](\d(?:\.\d)*(?: [AB])?(?:, \d(?:\.\d)*(?: [AB])?)*): ([^\n'"`]+)/g
