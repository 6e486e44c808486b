import { expandOptional, matched, methodNotAllowed, methodsOf, notFound, paramReader } from '@app/router'

/** A router of somebody else: regular expressions, one after the other. */
export class OutsideRouter {
  traits = { anyMethod: 'any', emptyList: ['HEAD', 'OPTIONS'], precedence: 'registration', tokens: 'honored' }

  compile(routes) {
    const table = routes.flatMap((route) =>
      expandOptional(route.segments).map((segments) => ({
        route,
        methods: methodsOf(route, this.traits),
        pattern: toRegExp(segments),
        read: paramReader(route),
      })),
    )
    return (method, path) => {
      const allowed = []
      for (const { route, methods, pattern, read } of table) {
        const found = pattern.exec(path)
        const params = found && read(found.groups ?? {})
        if (!params) continue
        if (methods === 'any' || methods.includes(method)) return matched(route, params)
        allowed.push(...methods)
      }
      return allowed.length ? methodNotAllowed(allowed) : notFound
    }
  }
}

function toRegExp(segments) {
  return new RegExp(`^${segments.map((segment) => `/${toSource(segment)}`).join('')}$`)
}

function toSource(segment) {
  if (segment.kind === 'static') return quote(segment.text)
  if (segment.kind === 'rest') return `(?<${segment.name}>.*)`
  return `${quote(segment.prefix)}(?<${segment.name}>[^/]+)${quote(segment.suffix)}`
}

function quote(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
