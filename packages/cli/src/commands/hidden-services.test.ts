import { expect, test } from 'vitest'
import { appFromConfig, project, run, runJson } from '../project.test.helper.ts'

const ENTRIES = {
  services: 'new Thing()',
  aliases: "'thing'",
  invokables: 'Thing',
  factories: '() => new Thing()',
} as const
const KINDS = Object.keys(ENTRIES) as (keyof typeof ENTRIES)[]
const PAIRS = KINDS.flatMap((first) => KINDS.map((later) => [first, later] as const))

/** The source of a map of dependencies, with a service for each pair of kinds. */
function dependencies(end: 0 | 1): string {
  const sections = KINDS.map((kind) => {
    const names = PAIRS.filter((pair) => pair[end] === kind).map((pair) => `'${pair.join('-')}': ${ENTRIES[kind]}`)
    return `${kind}: { ${names.join(', ')} }`
  })
  return `{ ${sections.join(', ')} }`
}

/** An application whose package and whose own file register a service for each pair of kinds. */
function application(): string {
  const files = appFromConfig(`class Thing {}\nexport default { dependencies: ${dependencies(1)} }`)
  return project({
    ...files,
    'package/index.ts': `class Thing {}
export const configProvider = () => ({ dependencies: { ...${dependencies(0)}, } })`,
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as thing } from '../package/index.ts'

const own = { dependencies: { factories: { thing: () => ({}) } } }
export default defineConfig([core, thing, own, autoload('config/autoload')])
`,
  })
}

/** The kinds in the order in which they count for one name (contract 2.8). */
const hides = (first: string, later: string) => KINDS.indexOf(first as never) < KINDS.indexOf(later as never)

test('app check reports each service of a later source that an earlier source hides by another kind, and no other', async () => {
  const { problems } = await runJson<{ problems: { kind: string; message: string }[] }>(application(), ['check'])
  const found = problems.filter(({ kind }) => kind === 'hidden-service').map(({ message }) => message)
  const names = found.map((message) => /^dependencies\.\w+\['([^']+)'\]/.exec(message)?.[1])
  const expected = PAIRS.filter(([first, later]) => hides(first, later)).map((pair) => pair.join('-'))
  expect(names.toSorted()).toEqual(expected.toSorted())
  expect(found).toContainEqual(
    "dependencies.factories['invokables-factories'] (config/autoload/app.global.ts) has no effect: " +
      "dependencies.invokables['invokables-factories'] (package/index.ts (source 2)) counts before it, although it is " +
      "the earlier source. Remove that entry by dependencies: { invokables: { 'invokables-factories': remove() } }, " +
      'with remove of @app/config.',
  )
})

test('app services says of each hidden service by which kind it is hidden', async () => {
  const root = application()
  const rows = await runJson<{ name: string; kind: string; hiddenBy?: string }[]>(root, ['services'])
  const of = (name: string) => rows.filter((row) => row.name === name).map(({ kind, hiddenBy }) => [kind, hiddenBy])
  expect(of('invokables-factories')).toEqual([
    ['invokable', undefined],
    ['factory', 'invokable'],
  ])
  expect(of('factories-services')).toEqual([
    ['value', undefined],
    ['factory', 'value'],
  ])
  expect(of('factories-factories')).toEqual([['factory', undefined]])
  expect((await run(root, ['services'])).stdout).toMatch(/^aliases-factories +factory, hidden by the alias /m)
})

test('the advice of app check makes the service of the application count', async () => {
  const root = project({
    ...appFromConfig(`import { remove } from '@app/config'
export default {
  dependencies: { invokables: { thing: remove() }, factories: { thing: () => ({}) } },
}`),
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'

class Thing {}
export default defineConfig([core, { dependencies: { invokables: { thing: Thing } } }, autoload('config/autoload')])
`,
  })
  const { problems } = await runJson<{ problems: { kind: string }[] }>(root, ['check'])
  expect(problems.filter(({ kind }) => kind === 'hidden-service')).toEqual([])
  const rows = await runJson<{ name: string; kind: string }[]>(root, ['services'])
  expect(rows.filter(({ name }) => name === 'thing').map(({ kind }) => kind)).toEqual(['factory'])
})
