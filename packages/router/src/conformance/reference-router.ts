import { invalidRoute } from '../invalid-route.ts'
import type { Params } from '../path/params.ts'
import { type Compound, expandOptional, type Placeholder, placeholdersOf, type Segment } from '../path/segment.ts'
import type { Route } from '../route.ts'
import {
  type Matcher,
  matched,
  methodNotAllowed,
  methodsOf,
  notFound,
  type RouterInterface,
  type RouterTraits,
} from '../router-interface.ts'
import { mayHold } from '../token/may-hold.ts'

/**
 * A slow and simple router with the traits that you choose, to compare your router with. For every request it tries all
 * routes one after the other.
 *
 * @example
 * const expected = compileRoutes(new ReferenceRouter(router.traits), routes)('GET', '/users/7')
 */
export class ReferenceRouter implements RouterInterface {
  readonly traits: RouterTraits

  constructor(traits: RouterTraits) {
    this.traits = traits
  }

  compile(routes: readonly Route[]): Matcher {
    const { precedence, tokens } = this.traits
    const refused = tokens === 'refused' ? routes.find((route) => route.tokens.size > 0) : undefined
    if (refused) throw invalidRoute(`Route ${refused}: tokens are refused.`)
    const forms = routes.flatMap((route) => expandOptional(route.segments).map((segments) => ({ route, segments })))
    const order = precedence === 'specificity' ? forms.toSorted((a, b) => compare(a.segments, b.segments)) : forms
    const matcher: Matcher = (method, path) => {
      for (const { route, segments } of order) {
        const params = this.#has(route, method) ? match(route, segments, path) : undefined
        if (params) return matched(route, params)
      }
      const known = forms.filter(({ route, segments }) => match(route, segments, path) !== undefined)
      const [first, ...others] = known.flatMap(({ route }) => methodsOf(route, this.traits))
      if (first === undefined) return notFound
      return this.traits.alsoMethods?.includes(method) ? matcher(first, path) : methodNotAllowed([first, ...others])
    }
    return matcher
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
    const texts = segment.kind === 'compound' ? textsIn(segment, part) : [part]
    for (const [position, placeholder] of placeholdersOf([segment]).entries()) {
      const around = segment.kind === 'placeholder' ? segment : { prefix: '', suffix: '' }
      const value = valueIn(route, placeholder, around, texts[position], segment.kind === 'rest')
      if (value === undefined) return undefined
      params[placeholder.name] = value
    }
  }
  return params
}

/**
 * Splits the text of a segment into the values of several placeholders, which stay percent-encoded; returns an empty
 * list if the text does not match the segment.
 */
function textsIn({ prefix, suffix, placeholders, separators }: Compound, part: string): readonly string[] {
  if (part.length <= prefix.length + suffix.length || !part.startsWith(prefix) || !part.endsWith(suffix)) return []
  const between = separators.map((text, index) => {
    const token = placeholders[index]?.token
    return { characters: charactersOf(text), isFirst: token !== undefined && !mayHold(token, decodeURIComponent(text)) }
  })
  return cut(charactersOf(part.slice(prefix.length, part.length - suffix.length)), between) ?? []
}

interface Between {
  readonly characters: readonly string[]
  /** True if the value before this text ends at the first occurrence of the text. */
  readonly isFirst: boolean
}

function cut(characters: readonly string[], [next, ...others]: readonly Between[]): readonly string[] | undefined {
  if (next === undefined) return characters.length > 0 ? [characters.join('')] : undefined
  const places = [...characters.keys()].filter(
    (at) => at > 0 && next.characters.every((character, index) => characters[at + index] === character),
  )
  const tried = next.isFirst ? places.slice(0, 1) : places.reverse()
  const behind = next.isFirst ? others : others.map((other) => ({ ...other, isFirst: false }))
  for (const at of tried) {
    const values = cut(characters.slice(at + next.characters.length), behind)
    if (values) return [characters.slice(0, at).join(''), ...values]
  }
  return undefined
}

/** Splits a string into its characters. An encoded byte, such as `%20`, counts as one character. */
function charactersOf(text: string): readonly string[] {
  return text.match(/%..|./gs) ?? []
}

function valueIn(
  route: Route,
  { name }: Placeholder,
  { prefix, suffix }: { readonly prefix: string; readonly suffix: string },
  part: string | undefined,
  isRest: boolean,
): string | undefined {
  if (part === undefined || !(isRest || part.length > prefix.length + suffix.length)) return undefined
  if (!part.startsWith(prefix) || !part.endsWith(suffix)) return undefined
  try {
    const value = decodeURIComponent(part.slice(prefix.length, part.length - suffix.length))
    return route.tokens.get(name)?.(value) === false ? undefined : value
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

function compareSegments(a: Segment, b: Segment): number {
  const [left, right] = [weights(a), weights(b)]
  const index = left.findIndex((weight, position) => weight !== right[position])
  return index === -1 ? 0 : (right[index] as number) - (left[index] as number)
}

/**
 * Returns the numbers by which two segments are compared: the first difference decides, and the greater number is more
 * specific.
 */
function weights(segment: Segment): readonly number[] {
  if (segment.kind === 'static') return [2]
  const isTokened = placeholdersOf([segment]).some(({ token }) => token !== undefined)
  if (segment.kind === 'rest') return [0, Number(isTokened)]
  const { prefix, suffix } = segment
  const between = segment.kind === 'compound' ? segment.separators.join('').length : 0
  return [1, prefix.length, suffix.length, between, Number(isTokened)]
}
