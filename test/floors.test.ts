import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CORE = join(import.meta.dirname, '../packages/core')

/** The folders of the core, the upper floors first: a file imports from its own floor and from those below. */
const FLOORS: readonly (readonly string[])[] = [
  ['application'],
  ['body', 'development', 'double-pass', 'logging'],
  ['node', 'web'],
  ['pipeline'],
  ['routing'],
  ['middleware'],
  ['tracing'],
  ['messages'],
  ['container', 'platform'],
]

const manifest = JSON.parse(readFileSync(join(CORE, 'package.json'), 'utf8')) as {
  imports: Readonly<Record<string, Readonly<Record<string, string>>>>
}
const files = globSync('src/**/*.ts', { cwd: CORE }).filter((file) => !/\.test(-kit)?\.ts$/.test(file))

/** The folder that a file of the core lies in; empty for the doors themselves. */
function folderOf(file: string): string {
  return /^src\/([^/]+)\//.exec(file)?.[1] ?? ''
}

/** The files of the core that a file imports; one that depends on the platform may lead to several. */
function importsOf(file: string): readonly string[] {
  const source = readFileSync(join(CORE, file), 'utf8')
  return [...source.matchAll(/(?:from |import\()'([.#][^']+)'/g)].flatMap(([, specifier = '']) =>
    specifier.startsWith('#')
      ? Object.values(manifest.imports[specifier] ?? {}).map((target) => target.replace('./', ''))
      : [join(file, '..', specifier)],
  )
}

const arrows = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })))

test('every folder of the core has its floor', () => {
  const folders = new Set(files.map(folderOf).filter(Boolean))
  expect([...folders].sort()).toEqual(FLOORS.flat().sort())
})

test('no file of the core imports from a floor above', () => {
  const floorOf = (file: string) => FLOORS.findIndex((folders) => folders.includes(folderOf(file)))
  const upwards = arrows
    .filter(({ file, target }) => folderOf(file) !== '' && floorOf(target) < floorOf(file))
    .map(({ file, target }) => `${file} -> ${target}`)
  expect([...new Set(upwards)].sort()).toEqual([])
})

test('no files of the core import each other in a circle', () => {
  const targets = new Map(files.map((file) => [file, importsOf(file)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at !== -1) circles.push([...path.slice(at), file].join(' -> '))
    if (at !== -1 || done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})

test('the main door of the core has few names, and no other door repeats them', () => {
  const main = namesOf('index')
  expect(main.length).toBeLessThanOrEqual(75)
  const others = ['body', 'development', 'double-pass', 'errors', 'logging', 'steps'].flatMap(namesOf)
  expect(others.filter((name) => main.includes(name))).toEqual([])
  expect(new Set(others).size).toBe(others.length)
})

/** What a door of the core exports, types among it. */
function namesOf(door: string): readonly string[] {
  const source = readFileSync(join(CORE, `src/${door}.ts`), 'utf8')
  return [...source.matchAll(/\{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => name.trim() || []),
  )
}
