import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = globSync('packages/*/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test*.ts'] })
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Variables of the environment, which look like codes. */
const VARIABLES = ['APP_ENV', 'APP_LOCAL', 'APP_SECRET', 'APP_SECRET_OLD']

const page = read('docs/errors.md')

/** Returns the codes of the table on docs/errors.md for a class. */
function documented(className: string): readonly string[] {
  const [, section = ''] = page.split(`### Codes of a \`${className}\`\n`)
  const [table = ''] = section.split('\n#')
  return [...table.matchAll(/^\| `(APP_[A-Z_]+)`/gm)].map(([, code = '']) => code)
}

/** Returns the codes that the packages give to errors of a class with `new`. */
function constructed(className: string): ReadonlySet<string> {
  const call = new RegExp(`\\bnew ${className}\\(\\s*'(APP_[A-Z_]+)'`, 'g')
  return new Set(SOURCES.flatMap((path) => [...read(path).matchAll(call)].map(([, code = '']) => code)))
}

test('docs/errors.md lists all codes of errors that the packages write, and no others, each once', () => {
  const literals = SOURCES.flatMap((path) => [...read(path).matchAll(/'(APP_[A-Z_]+)'/g)].map(([, code = '']) => code))
  const written = new Set(literals.filter((code) => !VARIABLES.includes(code)))
  const listed = [...documented('ConfigurationError'), ...documented('UsageError')]
  expect(listed.toSorted(), 'write a row for each code into a table of docs/errors.md').toEqual([...written].sort())
})

test.each(['ConfigurationError', 'UsageError'])(
  'docs/errors.md lists each code of a %s in the table of its class',
  (name) => {
    const listed = documented(name)
    expect([...constructed(name)].filter((code) => !listed.includes(code))).toEqual([])
  },
)
