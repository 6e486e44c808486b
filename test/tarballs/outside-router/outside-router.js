import { matched, methodNotAllowed, notFound } from '@app/router'
import { expandOptional, methodsOf, paramReader, splitOf } from '@app/router/adapter'

/** A router of another author, which tries one regular expression after the other. */
export class OutsideRouter {
  traits = { anyMethod: 'any', emptyList: ['HEAD', 'OPTIONS'], precedence: 'registration', tokens: 'honored' }

  compile(routes) {
    const table = routes.flatMap((route) =>
      expandOptional(route.segments).map((segments) => ({
        route,
        methods: methodsOf(route, this.traits),
        pattern: toRegExp(segments),
        read: paramReader(route),
        segments,
      })),
    )
    return (method, path) => {
      const allowed = []
      for (const { route, methods, pattern, read, segments } of table) {
        const values = valuesOf(segments, pattern.exec(path))
        const params = values && read(values)
        if (!params) continue
        if (methods === 'any' || methods.includes(method)) return matched(route, params)
        allowed.push(...methods)
      }
      return allowed.length ? methodNotAllowed(allowed) : notFound
    }
  }
}

function toRegExp(segments) {
  return new RegExp(`^${segments.map((segment, index) => `/${toSource(segment, index)}`).join('')}$`)
}

/** The values of the placeholders in a path, also of several placeholders in one segment. */
function valuesOf(segments, found) {
  if (!found) return undefined
  const values = { ...found.groups }
  for (const [index, segment] of segments.entries()) {
    if (segment.kind !== 'compound') continue
    const parts = splitOf(segment)(values[`segment${index}`])
    if (!parts) return undefined
    for (const [at, { name }] of segment.placeholders.entries()) values[name] = parts[at]
  }
  return values
}

function toSource(segment, index) {
  if (segment.kind === 'static') return quote(segment.text)
  if (segment.kind === 'compound') return `${quote(segment.prefix)}(?<segment${index}>[^/]+)${quote(segment.suffix)}`
  if (segment.kind === 'rest') return `(?<${segment.name}>.*)`
  return `${quote(segment.prefix)}(?<${segment.name}>[^/]+)${quote(segment.suffix)}`
}

function quote(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
