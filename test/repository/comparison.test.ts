import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const PAGE = read('docs/comparison.md')

/** The tables of docs/comparison.md, as lists of cells; the first line of each is its head. */
const [features = [], counts = []] = [...PAGE.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) =>
  table
    .trim()
    .split('\n')
    .filter((_, i) => i !== 1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
)

/**
 * The packages that a cell names: those of the team that makes the framework, and those of other authors, which are in
 * italics.
 */
function packagesIn(cell: string): { readonly team: readonly string[]; readonly others: readonly string[] } {
  const others = [...cell.matchAll(/_`([^`]+)`_/g)].map(([, name = '']) => name)
  const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  return { team: named.filter((name) => !others.includes(name)), others }
}

test.each(['here', 'Express 5', 'Fastify 5', 'Hono 4'])(
  'the second table of docs/comparison.md counts the features and packages in the column "%s" of the first table',
  (framework) => {
    const column = features[0]?.indexOf(framework) ?? -1
    const cells = features.slice(1).map((row) => row[column] ?? '')
    const packages = cells.map(packagesIn)
    const counted = [
      cells.length,
      new Set(packages.flatMap(({ team }) => team)).size,
      new Set(packages.flatMap(({ others }) => others)).size,
      cells.filter((cell) => cell.includes('by hand')).length,
    ]
    const at = counts[0]?.indexOf(framework) ?? -1
    expect(counts.slice(1).map((row) => Number(row[at]))).toEqual(counted)
  },
)

test('the column about this framework in docs/comparison.md names exactly the @app packages that the noticeboard uses', () => {
  const { dependencies, devDependencies } = JSON.parse(read('examples/noticeboard/package.json'))
  const ours = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@app/'))
  const named = features.slice(1).flatMap((row) => packagesIn(row[1] ?? '').team)
  expect([...new Set(named)].toSorted()).toEqual([...ours].toSorted())
})

test('docs/comparison.md states the version of each package that its first table names, except our own', () => {
  const versions = PAGE.slice(PAGE.indexOf('## Versions'))
  const named = features
    .slice(1)
    .flatMap((row) => row.slice(1).flatMap((cell) => Object.values(packagesIn(cell)).flat()))
  const foreign = named.filter((name) => !name.startsWith('@app/'))
  expect(foreign.filter((name) => !new RegExp(`\`${name}\`\\s\\d+\\.\\d+\\.\\d+`).test(versions))).toEqual([])
})

test('the README has the numbers of packages from docs/comparison.md, each after the name of its framework', () => {
  const paragraph = read('README.md')
    .split('\n\n')
    .find((text) => text.includes('docs/comparison.md'))
  const columns = { we: 'here', Express: 'Express 5', Fastify: 'Fastify 5', Hono: 'Hono 4' }
  for (const [name, column] of Object.entries(columns)) {
    const at = counts[0]?.indexOf(column) ?? -1
    const said = new RegExp(`\\b${name}\\b\\D*(\\d+)\\D+(\\d+)`).exec(paragraph ?? '')?.slice(1)
    expect(said, name).toEqual([counts[2]?.[at], counts[3]?.[at]])
  }
})
