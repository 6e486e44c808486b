import {
  type Matcher,
  matched,
  methodNotAllowed,
  methodsOf,
  notFound,
  paramReader,
  type Route,
  type RouterInterface,
  type RouterTraits,
  type Segment,
} from '@app/router'

/** Tries one route after the other; the first that has the path and the method wins. */
export class LinearRouter implements RouterInterface {
  readonly traits: RouterTraits = {
    anyMethod: 'any',
    emptyList: ['HEAD', 'OPTIONS'],
    precedence: 'registration',
    tokens: 'honored',
  }

  compile(routes: readonly Route[]): Matcher {
    const table = routes.map((route) => ({
      route,
      methods: methodsOf(route, this.traits),
      pattern: toRegExp(route.segments),
      read: paramReader(route),
    }))
    return (method, path) => {
      const allowed: string[] = []
      for (const { route, methods, pattern, read } of table) {
        const found = pattern.exec(path)
        const params = found && read({ ...found.groups })
        if (!params) continue
        if (methods === 'any' || methods.includes(method)) return matched(route, params)
        allowed.push(...methods)
      }
      return allowed.length > 0 ? methodNotAllowed(allowed) : notFound
    }
  }
}

function toRegExp(segments: readonly Segment[]): RegExp {
  const opened = segments.at(-1)?.optional ?? 0
  const parts = segments.map((segment, i) => {
    const opens = segment.optional > (segments[i - 1]?.optional ?? 0)
    return `${opens ? '(?:' : ''}/${toSource(segment)}`
  })
  return new RegExp(`^${parts.join('')}${')?'.repeat(opened)}$`)
}

function toSource(segment: Segment): string {
  if (segment.kind === 'static') return literal(segment.text)
  if (segment.kind === 'rest') return `(?<${segment.name}>[^]*)`
  return `${literal(segment.prefix)}(?<${segment.name}>[^/]+)${literal(segment.suffix)}`
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
