import { expect, test } from 'vitest'
import { createContainer, type Dependencies, type Factory } from './index.ts'

/** A factory that gets services by `inject`, and throws when it runs: nothing may be made here. */
const needing = (...inject: string[]): Factory =>
  Object.assign(
    () => {
      throw new Error('made')
    },
    { inject },
  ) as never

class Report {
  static readonly inject = ['clokc'] as const
  readonly pages = 1
}

const clock = () => 1

/** The names that no service has, of the services that are asked for. */
const TABLE: readonly [
  what: string,
  dependencies: Dependencies,
  asked: readonly (string | typeof Report)[],
  paths: readonly string[][],
][] = [
  ['a name that exists', { factories: { clock } }, ['clock'], []],
  ['a name that does not exist', { factories: { clock } }, ['clokc'], [['clokc']]],
  ['a name in static inject', { factories: { a: needing('clock', 'clokc'), clock } }, ['a'], [['a', 'clokc']]],
  ['a name further inside', { factories: { a: needing('b'), b: needing('clokc') } }, ['a'], [['a', 'b', 'clokc']]],
  ['a name that two services need', { factories: { a: needing('c'), b: needing('c') } }, ['a', 'b'], [['a', 'c']]],
  ['services in a ring', { factories: { a: needing('b'), b: needing('a') } }, ['a'], []],
  ['a class', {}, [Report], [['Report', 'clokc']]],
  ['a class under a name', { factories: { report: Report } }, ['report'], [['report', 'clokc']]],
  ['an alias', { aliases: { x: 'a' }, factories: { a: needing('clokc') } }, ['x'], [['x', 'clokc']]],
  ['a service that nobody asks for', { factories: { a: needing('clokc'), clock } }, ['clock'], []],
  ['a factory that asks the container', { factories: { a: (container) => container.get('clokc') } }, ['a'], []],
  ['a factory with a delegator', { factories: { a: needing('b') }, delegators: { a: [() => 1] } }, ['a'], []],
  ['a factory that a value hides', { factories: { a: needing('b') }, services: { a: 1 } }, ['a'], []],
  ['a factory that an invokable hides', { factories: { a: needing('b') }, invokables: { a: clock } }, ['a'], []],
  [
    'a name of an abstract factory',
    {
      factories: { a: needing('any') },
      abstract_factories: [{ canCreate: (_, name) => name === 'any', create: clock }],
    },
    ['a'],
    [],
  ],
]

test.each(TABLE)('missing() finds without making anything: %s', (_what, dependencies, asked, paths) => {
  const found = createContainer({ dependencies }).missing(asked)
  expect(found.map(({ code, path }) => [code, ...path])).toEqual(
    paths.map((path) => ['APP_SERVICE_NOT_FOUND', ...path]),
  )
})

test('missing() of a scope knows the services of its parent', () => {
  const parent = createContainer({ dependencies: { factories: { clock } } })
  const scope = createContainer(
    { dependencies: { factories: { a: needing('clock'), b: needing('clokc') } } },
    { parent },
  )
  expect(scope.missing(['a', 'b', 'clock']).map(({ path }) => path)).toEqual([['b', 'clokc']])
})
