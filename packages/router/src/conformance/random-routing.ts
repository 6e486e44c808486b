import { canonicalPath } from '../path/canonical-path.ts'
import { expandOptional, placeholderNames, type Segment } from '../path/segment.ts'
import { Route } from '../route.ts'

/** Chooses an integer from 0 up to, but not including, `count`. */
export type Choose = (count: number) => number

/**
 * Makes between one and eight routes that resemble one another, as the routes of an application do. Two routes with a
 * method in common never have the same path, not even with other names of placeholders.
 */
export function randomRoutes(choose: Choose, withTokens: boolean): readonly Route[] {
  const routes: Route[] = []
  const forms = new Map<string, Route[]>()
  for (let count = 1 + choose(8); count > 0; count--) {
    const route = new Route(randomRoutePath(choose, withTokens), undefined, pick(choose, METHOD_LISTS))
    const shapes = expandOptional(route.segments).map(shapeOf)
    if (shapes.some((shape) => forms.get(shape)?.some((other) => shareMethod(route, other)))) continue
    if (choose(4) === 0) setDefaults(route)
    for (const shape of shapes) forms.set(shape, [...(forms.get(shape) ?? []), route])
    routes.push(route)
  }
  return routes
}

/**
 * Makes a random request: a method, and a canonical path for one of the routes. The path often matches that route;
 * otherwise it differs a little from such a path.
 */
export function randomRequest(choose: Choose, routes: readonly Route[]): string {
  const form = pick(choose, expandOptional(pick(choose, routes).segments))
  const parts = form.flatMap((segment) => randomParts(choose, segment))
  if (choose(3) === 0) parts.splice(choose(parts.length + 1), choose(2), pick(choose, VALUES))
  if (choose(6) === 0) parts.push('')
  // The path is made canonical, since random text may give a segment `.` or `..`, which no canonical path has.
  return `${pick(choose, METHODS)} ${canonicalPath(`/${parts.join('/')}`)}`
}

const METHODS = ['GET', 'POST', 'HEAD', 'PURGE']
const METHOD_LISTS = [['GET'], ['POST'], ['GET', 'POST'], ['PURGE', 'GET'], null, []]
const TEXTS = ['a', 'b', 'ab', 'a.b', '0', 'é', 'a:b', '%2A', 'a']
const TOKENS = ['\\d+', '[ab]+', 'a|ab', '[^/]+', '\\w{1,2}', '[^/a]', '[é%]+', '(a)|(b)']
const CATCH_ALLS = ['{rest...}', '{rest:.*}', '{rest...}', '{rest:.+}', '{rest...:[ab/]+}', '{rest...:.*b}']
const AROUND = ['#', '#', 'a#', '#b', 'a-#.b', '#0', 'ab#', '#.b', ':#']
const BETWEEN = ['#-#', '#.#', 'a#-#', '#-#.b', '#0#', '#é#', '#-#.#', '#ab#']
const VALUES = [
  ...[
    'a',
    'b',
    'ab',
    'aab',
    'a-b',
    '-',
    '1-b-a',
    'b.a-1',
    'A',
    '0',
    '1',
    '12',
    '0b',
    'a.b',
    'a-1.b',
    'a:b',
    ':a',
    '*',
    '',
    '1'.repeat(101),
  ],
  ...['%20', 'a%20', '%C3%A9', '%25', '%2561', '%2A', '%F0%9F%98%80'],
]

function randomRoutePath(choose: Choose, withTokens: boolean): string {
  const names = ['p', 'q', 'r', 's', 't'].values()
  const part = (): string => `/${randomRoutePart(choose, names.next().value as string, withTokens)}`
  const required = Array.from({ length: choose(4) }, part).join('')
  const tail = [
    () => '',
    () => '',
    () => `[${part()}]`,
    () => `[${part()}[${part()}]]`,
    () => '[/]',
    () => `/${randomCatchAll(choose, withTokens)}`,
    () => `[/${randomCatchAll(choose, withTokens)}]`,
  ]
  if (required !== '') return `${required}${pick(choose, tail)()}`
  return pick(choose, ['/', `/${randomCatchAll(choose, withTokens)}`, '/{p}'])
}

function randomCatchAll(choose: Choose, withTokens: boolean): string {
  return pick(choose, withTokens ? CATCH_ALLS : CATCH_ALLS.slice(0, 2))
}

function randomRoutePart(choose: Choose, name: string, withTokens: boolean): string {
  if (choose(2) === 0) return pick(choose, TEXTS)
  let count = 0
  return pick(choose, choose(3) === 0 ? BETWEEN : AROUND).replaceAll('#', () => {
    const token = withTokens && choose(3) === 0 ? `:${pick(choose, TOKENS)}` : ''
    return `{${name}${count++ || ''}${token}}`
  })
}

function randomParts(choose: Choose, segment: Segment): readonly string[] {
  if (segment.kind === 'static') return [segment.text]
  if (segment.kind === 'rest') return Array.from({ length: 1 + choose(3) }, () => pick(choose, VALUES))
  const separators = segment.kind === 'compound' ? segment.separators : []
  const between = separators.map((separator) => `${separator}${pick(choose, VALUES)}`)
  return [`${segment.prefix}${pick(choose, VALUES)}${between.join('')}${segment.suffix}`]
}

function setDefaults(route: Route): void {
  const names = placeholderNames(route.segments)
  const defaults = names.map((name) => [name, `default ${name}`] as const)
  route.setOptions({ defaults: { section: 'of its own', ...Object.fromEntries(defaults) } })
}

function shapeOf(form: readonly Segment[]): string {
  const anonymous = (key: string, value: unknown) => (key === 'name' ? '' : key === 'optional' ? 0 : value)
  return JSON.stringify(form, anonymous)
}

function shareMethod({ methods }: Route, other: Route): boolean {
  if (methods === null || other.methods === null) return true
  return methods.some((method) => other.methods?.includes(method))
}

function pick<T>(choose: Choose, items: readonly T[]): T {
  return items[choose(items.length)] as T
}
