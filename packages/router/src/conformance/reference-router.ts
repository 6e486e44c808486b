import type { Params } from '../path/params.ts'
import { expandOptional, type Segment } from '../path/segment.ts'
import type { Route } from '../route.ts'
import { RouteError } from '../route-error.ts'
import { matched, methodNotAllowed, notFound } from '../route-result.ts'
import { type Matcher, methodsOf, type RouterInterface, type RouterTraits } from '../router-interface.ts'

/** The router that others are compared with. It has the given traits, and tries every route for every request. */
export class ReferenceRouter implements RouterInterface {
  readonly traits: RouterTraits

  constructor(traits: RouterTraits) {
    this.traits = traits
  }

  compile(routes: readonly Route[]): Matcher {
    const { precedence, tokens } = this.traits
    const refused = tokens === 'refused' ? routes.find((route) => route.tokens.size > 0) : undefined
    if (refused) throw new RouteError(`Route ${refused}: tokens are refused.`)
    const forms = routes.flatMap((route) => expandOptional(route.segments).map((segments) => ({ route, segments })))
    const order = precedence === 'specificity' ? forms.toSorted((a, b) => compare(a.segments, b.segments)) : forms
    return (method, path) => {
      for (const { route, segments } of order) {
        const params = this.#has(route, method) ? match(route, segments, path) : undefined
        if (params) return matched(route, params)
      }
      const known = forms.filter(({ route, segments }) => match(route, segments, path) !== undefined)
      const allowed = known.flatMap(({ route }) => methodsOf(route, this.traits))
      return allowed.length > 0 ? methodNotAllowed(allowed) : notFound
    }
  }

  #has(route: Route, method: string): boolean {
    const methods = methodsOf(route, this.traits)
    return methods === 'any' || methods.includes(method)
  }
}

function match(route: Route, segments: readonly Segment[], path: string): Params | undefined {
  const [before, ...parts] = path.split('/')
  const isRest = segments.at(-1)?.kind === 'rest'
  if (before !== '' || (isRest ? parts.length < segments.length : parts.length !== segments.length)) return undefined
  const params: Record<string, string> = Object.assign(Object.create(null), route.options.defaults)
  for (const [index, segment] of segments.entries()) {
    const part = segment.kind === 'rest' ? parts.slice(index).join('/') : (parts[index] as string)
    if (segment.kind === 'static') {
      if (part !== segment.text) return undefined
      continue
    }
    const value = valueIn(route, segment, part)
    if (value === undefined) return undefined
    params[segment.name] = value
  }
  return params
}

function valueIn(route: Route, segment: Exclude<Segment, { kind: 'static' }>, part: string): string | undefined {
  const { prefix, suffix } = segment.kind === 'rest' ? { prefix: '', suffix: '' } : segment
  const isLong = part.length > prefix.length + suffix.length || segment.kind === 'rest'
  if (!isLong || !part.startsWith(prefix) || !part.endsWith(suffix)) return undefined
  try {
    const value = decodeURIComponent(part.slice(prefix.length, part.length - suffix.length))
    return route.tokens.get(segment.name)?.(value) === false ? undefined : value
  } catch {
    return undefined
  }
}

function compare(a: readonly Segment[], b: readonly Segment[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = compareSegments(a[i] as Segment, b[i] as Segment)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const KINDS = ['static', 'placeholder', 'rest']

function compareSegments(a: Segment, b: Segment): number {
  if (a.kind !== 'placeholder' || b.kind !== 'placeholder') return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind)
  const byText = b.prefix.length - a.prefix.length || b.suffix.length - a.suffix.length
  return byText || Number(a.token === undefined) - Number(b.token === undefined)
}
