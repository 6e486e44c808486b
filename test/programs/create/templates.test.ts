import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const TEMPLATES = join(ROOT, 'packages/create/templates')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('the router that npm create @app writes equals the router of docs/writing-a-router.md', () => {
  const example = read('examples/linear-router/linear-router.ts')
  expect(read('packages/create/templates/router/src/linear-router.ts')).toBe(example)
})

test('the templates require packages other than @app/* in the versions that this repository uses', () => {
  const catalog = read('pnpm-workspace.yaml').split('\ncatalog:\n')[1] ?? ''
  const known = new Map(
    [...catalog.matchAll(/^ {2}"?([@\w/-]+)"?: (.+)$/gm)].map(([, name = '', range]) => [name, range]),
  )
  known.set('node', JSON.parse(read('package.json')).devDependencies.node)
  const asked = globSync('*/_package.json', { cwd: TEMPLATES }).flatMap((path) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(TEMPLATES, path), 'utf8'))
    return Object.entries<string>({ ...dependencies, ...devDependencies }).filter(([name]) => !name.startsWith('@app/'))
  })
  expect(asked.map(([name]) => name)).toContain('vitest')
  expect(asked.filter(([name, range]) => known.get(name) !== range)).toEqual([])
})

test('every name of the scope @app in the templates is the name of a package of this repository', () => {
  const ours = globSync('packages/*/package.json', { cwd: ROOT }).map((path) => JSON.parse(read(path)).name as string)
  const texts = globSync('**/*', { cwd: TEMPLATES, withFileTypes: true })
    // A file of types has the names of services.
    .filter((file) => file.isFile() && file.name !== 'types.d.ts')
  const named = texts.flatMap(
    (file) => readFileSync(join(file.parentPath, file.name), 'utf8').match(/@app\/[\w-]+/g) ?? [],
  )
  expect([...new Set(named)].filter((name) => !ours.includes(name))).toEqual([])
})
