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

/** A clause that a comment or a page cites, and the file of that comment or page. */
export interface CommentCitation {
  readonly clause: string
  readonly file: string
}

/**
 * All clauses of the contract that comments and pages cite, as in `contract 2.6` or `contract 2.3 to 2.7, 4.2`. Of a
 * range such as `2.3 to 2.7`, only the two ends are listed.
 */
export function citedInComments(): readonly CommentCitation[] {
  const exclude = ['**/node_modules/**', '**/dist/**', 'docs/contract.md', 'test/contract/vectors/**']
  return globSync(['{packages,examples,test,tools}/**/*.{ts,js,json}', '{.,docs,packages}/**/*.md'], {
    cwd: ROOT,
    exclude,
  })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replace(/\n *\*? */g, ' ')
      return [...text.matchAll(CITED)].flatMap(([, cited = '']) => {
        return (cited.match(/\d(?:\.\d)*/g) ?? []).map((clause) => ({ clause, file }))
      })
    })
}

const CITED = /\bcontract (\d(?:\.\d)*(?:(?:,| to| and) \d(?:\.\d)*)*)/gi
const NAME = /['"`](\d(?:\.\d)*(?: [AB])?(?:, \d(?:\.\d)*(?: [AB])?)*): ([^\n'"`]+)/g
