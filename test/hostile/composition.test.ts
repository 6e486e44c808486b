import { Application, type Middleware, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { sampled } from '../programs/sampled.ts'
import { answerTarget } from './answer-target.ts'
import { ATTACK_CASES } from './attack-case.ts'
import { type Composition, type Expectation, expectationOf, segmentsOf } from './reference-matcher.ts'

const PREFIXES = ['/admin', '/admin/', '/', '', '/ü', '/%C3%BC', '/a b', '/a/b']
const HOSTILE = ATTACK_CASES.flatMap((attack) =>
  attack.kind === 'guard' && !attack.method?.match(/[a-z]/) ? [attack.target] : [],
).filter((target) => target.startsWith('/') && !/[^\x20-\x7e]|\{\{|[?#]/.test(target))

const mark: Middleware = async (request, handler) => {
  const response = await handler(request)
  response.headers.set('x-guard', 'seen')
  return response
}

/** Builds the application of a composition. */
function compose({ mounts, guard, routed }: Composition): Application {
  const applications = Array.from({ length: mounts.length + 1 }, () => {
    return new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  })
  const [outermost, innermost] = [applications[0] as Application, applications.at(-1) as Application]
  applications[guard.level]?.pipe(guard.prefix as string, mark)
  for (const [level, prefix] of mounts.entries()) {
    applications[level]?.pipe(prefix as string, applications[level + 1] as Application)
  }
  if (routed === 'inside') innermost.get('/secret', () => text('SECRET'))
  else outermost.route(`/${[...mounts.flatMap(segmentsOf), 'secret'].join('/')}`, () => text('SECRET'), ['GET'])
  return outermost
}

/** Spellings of the path to the route: the usual one, and those of an attacker. */
function spellings(mounts: readonly string[]): string[] {
  const segments = mounts.flatMap(segmentsOf)
  const plain = `/${[...segments, 'secret'].join('/')}`
  const first = segments[0] ?? 'secret'
  const encoded = `%${first.charCodeAt(0).toString(16)}`
  return [
    plain,
    `${plain}/`,
    `/${plain}`,
    plain.toUpperCase(),
    plain.replaceAll('/', '//'),
    plain.replaceAll('/', '/./'),
    plain.replaceAll('/', '/x/%2e%2E/'),
    plain.replace(first, encoded + first.slice(1)),
    plain.replace(first, `%25${encoded.slice(1)}${first.slice(1)}`),
    ...['x', '.json', ';', '%20', '-', '.'].map((end) => plain.replace(first, first + end)),
    plain.replace('secret', '%73ecret'),
    plain.replace('/secret', '%2Fsecret'),
    plain.replace('/secret', '/secret;x'),
    plain.replace('/secret', '\\secret'),
    `${plain}/..`,
    `${plain}/../secret`,
    `${plain}%00`,
    `${plain}.json`,
    plain.slice(0, -1),
    plain.replace('/secret', ''),
    plain.replace('/secret', '/'),
  ]
}

async function outcomeOf(app: Application, target: string): Promise<Expectation> {
  const response = await answerTarget(app, target)
  return { status: response.status as Expectation['status'], isGuarded: response.headers.has('x-guard') }
}

/**
 * Sends each target to each composition, and returns the number of requests. Fails at the first unexpected result, with
 * its target and composition.
 */
async function compare(compositions: readonly Composition[], targetsOf: (mounts: readonly string[]) => string[]) {
  let compared = 0
  for (const composition of compositions) {
    const app = compose(composition)
    for (const target of targetsOf(composition.mounts)) {
      const outcome = await outcomeOf(app, target)
      expect({ composition, target, ...outcome }).toEqual({
        composition,
        target,
        ...expectationOf(composition, target),
      })
      compared++
    }
  }
  return compared
}

const ROUTED = ['inside', 'outside'] as const

test('nested applications answer as a second, simple matcher of paths requires, whatever the spelling of the path', async () => {
  const pairs = PREFIXES.flatMap((outer) => PREFIXES.map((inner) => [outer, inner]))
  const nestings = [[], ...PREFIXES.map((prefix) => [prefix]), ...pairs]
  const all = nestings.flatMap((mounts) =>
    ROUTED.flatMap((routed) =>
      mounts.flatMap((_mount, level) => PREFIXES.map((prefix) => ({ mounts, routed, guard: { level, prefix } }))),
    ),
  )
  const compositions = sampled(all, ({ mounts }) => mounts.join(), 4)
  expect(await compare(compositions, spellings)).toBeGreaterThan(4_000)
})

test('three levels of nested applications answer as a second, simple matcher of paths requires', async () => {
  const mounts = PREFIXES.flatMap((outer, i) =>
    PREFIXES.map((middle, j) => [outer, middle, PREFIXES[(i + j) % PREFIXES.length] as string]),
  )
  const all = mounts.flatMap((three) =>
    ROUTED.flatMap((routed) =>
      [0, 1, 2, 3].map((level) => ({ mounts: three, routed, guard: { level, prefix: '/admin' } })),
    ),
  )
  const compositions = sampled(all, ({ mounts }) => mounts.join())
  expect(await compare(compositions, spellings)).toBeGreaterThan(1_000)
})

test('an application in another one answers every hostile path as a second, simple matcher of paths requires', async () => {
  const compositions = PREFIXES.flatMap((prefix) =>
    ROUTED.flatMap((routed) =>
      [0, 1].map((level) => ({ mounts: [prefix], routed, guard: { level, prefix: '/admin' } })),
    ),
  )
  expect(await compare(compositions, () => HOSTILE)).toBeGreaterThan(1_000)
})
