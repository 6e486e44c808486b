import type { ApplicationDescription, MiddlewareDescription } from '@app/core'
import { listedRoutes } from '../application/listed-routes.ts'
import { methodsText } from '../output/route-text.ts'

/** The reason why a service cannot be made, read from a message of `app.check()`. */
interface Failure {
  readonly cause: string
  /**
   * The names of the services from the requested one to the failing one; each needs the next. If a route or a position
   * of the pipeline names a service that the container lacks, the list has the route or position, and an empty string
   * in place of that service. The list is empty if the cause is the whole message.
   */
  readonly way: readonly string[]
}

/**
 * Finds the different causes in messages about services that cannot be made. Returns a string for each: the cause, then
 * a line for each service that others need, and a line with the routes that fail.
 */
export function causesOf(messages: readonly string[], described: ApplicationDescription): readonly string[] {
  const failures = messages.map((message, at) => alone(failureOf(message), messages, at))
  return [...new Set(failures.map(({ cause }) => cause))].map((cause) => {
    const ways = failures.filter((failure) => failure.cause === cause).map(({ way }) => way)
    return [cause, ...dependents(ways), ...failing(ways, described)].join('\n')
  })
}

/**
 * Returns `failure`, which was read from the message at the index `at`. If this message is about a route or a position
 * of the pipeline, and no other message has the same reason, returns a failure whose cause is the whole message.
 */
function alone(failure: Failure, messages: readonly string[], at: number): Failure {
  const reason = PLACED.exec(messages[at] ?? '')?.groups?.why
  const isShared = messages.some((other, index) => index !== at && PLACED.exec(other)?.groups?.why === reason)
  return reason === undefined || isShared ? failure : { cause: messages[at] ?? '', way: [] }
}

function failureOf(message: string): Failure {
  const made = MADE.exec(message)
  if (made?.groups) {
    const { name = '', way, why = '' } = made.groups
    const names = way === undefined ? [name] : wayOf(way)
    // If `a` needs `b`, and `b` fails, the message about `a` ends with the whole message about `b`. So the cause is in
    // the innermost message.
    const inner = MADE.test(why) ? failureOf(why) : undefined
    if (inner) return { cause: inner.cause, way: [...names, ...inner.way] }
    return { cause: `Service "${name}" could not be created: ${why}`, way: names }
  }
  const missing = MISSING.exec(message)
  if (missing?.groups) {
    const { way, name = '', rest } = missing.groups
    return { cause: `Service not found: ${name}${rest}`, way: [...wayOf(way), name] }
  }
  const ring = RING.exec(message)
  if (ring?.groups) {
    const names = wayOf(ring.groups.ring).slice(0, -1)
    return {
      cause: `${RING_BEGINS}${turned(names)}${ring.groups.rest}`,
      way: [...wayOf(ring.groups.way), names[0] ?? ''],
    }
  }
  const placed = PLACED.exec(message)
  if (placed?.groups) return { cause: capitalized(placed.groups.why ?? ''), way: [placed.groups.place ?? '', ''] }
  return { cause: message, way: [] }
}

const MADE = /^Service "(?<name>[^"]*)" could not be created(?: \((?<way>[^()]*→[^()]*)\))?: (?<why>[\s\S]*)$/
const MISSING =
  /^Service not found: (?:(?<way>[^;]*) → )?missing (?<name>\S+?)(?:, required by (?:alias )?\S+?)?(?<rest>[;.] [\s\S]*)$/
const RING_BEGINS = 'Services require each other in a ring: '
const RING =
  /^Services require each other in a ring: (?<ring>[^,]+?)(?:, required by (?<way>[^,]*?))?(?<rest>\. Let [\s\S]*)$/
/** Matches a message about a route or a position of the pipeline whose service is missing in the container. */
const PLACED = /^(?<place>[^:]+): (?<why>the container has no service [\s\S]*)$/

function wayOf(text = ''): readonly string[] {
  return text === '' ? [] : text.split(' → ')
}

/**
 * Returns the text of a ring of services, `a → b → a`, beginning with the name that is the first in the alphabet.
 * Messages about the same ring may begin with different services, but have to be recognized as the same cause.
 */
function turned(names: readonly string[]): string {
  const first = names.indexOf([...names].sort()[0] ?? '')
  const ring = [...names.slice(first), ...names.slice(0, first)]
  return [...ring, ring[0] ?? ''].join(' → ')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Returns a line for each service that other services need: `a and b need it.` for the failing service, then lines such
 * as `c needs a.`
 */
function dependents(ways: readonly (readonly string[])[]): readonly string[] {
  const needed = new Map<string, Set<string>>()
  for (const way of ways) {
    for (let at = way.length - 2; at >= 0; at--) {
      const [by = '', name = ''] = [way[at], way[at + 1]]
      // The application depends on almost every service, so it is listed only if it needs the failing service directly.
      if (by === APPLICATION && way.length > 2) continue
      needed.set(name, (needed.get(name) ?? new Set()).add(by))
    }
  }
  const [first] = ways.map((way) => way.at(-1)).filter((name) => name !== undefined)
  return [...needed].map(
    ([name, by]) => `${listed([...by])} need${by.size === 1 ? 's' : ''} ${name === first ? 'it' : name}.`,
  )
}

const APPLICATION = '@app/core/Application'

/**
 * Returns a line with the routes whose handlers or middleware need one of the services in `ways`; no line if there are
 * none.
 */
function failing(ways: readonly (readonly string[])[], described: ApplicationDescription): readonly string[] {
  const names = new Set(ways.flat())
  const routes = [...listedRoutes(described)].filter(({ route }) =>
    servicesIn(route.middleware).some((name) => names.has(name)),
  )
  if (routes.length === 0) return []
  const texts = routes.map(({ route, prefix }) => `${methodsText(route.methods)} ${prefix}${route.path}`)
  return [routes.length === 1 ? `The route ${texts[0]} fails.` : `${routes.length} routes fail: ${listed(texts)}.`]
}

function servicesIn({ kind, name, needs = [], items = [] }: MiddlewareDescription): readonly string[] {
  const isMade = kind === 'service' || kind === 'class' || kind === 'factory'
  return [...(isMade && name !== undefined ? [name] : []), ...needs, ...items.flatMap(servicesIn)]
}

/**
 * Joins names: `a`, `a and b`, `a, b and c`. Of more than twelve names, the first twelve are listed, and the others are
 * counted.
 */
function listed(names: readonly string[]): string {
  const shown = names.length > MOST ? [...names.slice(0, MOST), `${names.length - MOST} more`] : names
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}

const MOST = 12
