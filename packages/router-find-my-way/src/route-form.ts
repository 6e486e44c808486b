import { createParams, type ParamReader, type Params, paramReader, type Route, type Segment } from '@app/router'

/** One of the paths that a route stands for; an optional tail makes several of it. */
export class RouteForm {
  readonly route: Route
  readonly segments: readonly Segment[]
  /** Each placeholder is a whole segment and takes any value, so that the shape of a path decides. */
  readonly isSimple: boolean
  readonly #names: readonly string[]
  readonly #read: ParamReader

  constructor(route: Route, segments: readonly Segment[]) {
    this.route = route
    this.segments = segments
    this.isSimple = !route.options.defaults && segments.every(isSimple)
    this.#names = segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]))
    this.#read = paramReader(route)
  }

  /** The params of a canonical path, `undefined` where it does not match. */
  read(path: string): Params | undefined {
    const parts = path.split('/')
    const values: Record<string, string> = {}
    let at = 0
    for (const segment of this.segments) {
      const part = parts[++at]
      if (part === undefined) return undefined
      if (segment.kind === 'rest') {
        values[segment.name] = parts.slice(at).join('/')
        at = parts.length - 1
      } else if (segment.kind === 'static') {
        if (part !== segment.text) return undefined
      } else {
        const { name, prefix, suffix } = segment
        if (!part.startsWith(prefix) || !part.endsWith(suffix)) return undefined
        values[name] = part.slice(prefix.length, part.length - suffix.length)
      }
    }
    return at === parts.length - 1 ? this.#read(values) : undefined
  }

  /** The same from what find-my-way read, where that needs no second look. */
  copy(values: Params): Params {
    const params = createParams()
    for (const name of this.#names) params[name] = values[name] as string
    return params
  }
}

function isSimple(segment: Segment): boolean {
  if (segment.kind !== 'placeholder') return segment.kind === 'static'
  return !segment.prefix && !segment.suffix && segment.token === undefined
}
