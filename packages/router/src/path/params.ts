/** The values of a route's placeholders, percent-decoded once, and its defaults, in a map that inherits nothing. */
export type Params = { readonly [name: string]: string | undefined }

type Opens<S extends string, Depth extends unknown[]> = S extends `${string}{${infer Rest}`
  ? Opens<Rest, [...Depth, 0]>
  : Depth

/**
 * The text after the closing brace of a placeholder. The type counts braces, since a token such as `\d{4}` contains
 * braces too.
 */
type AfterClose<S extends string, Depth extends unknown[] = []> = S extends `${infer Before}}${infer After}`
  ? Opens<Before, Depth> extends [unknown, ...infer Outer]
    ? AfterClose<After, Outer>
    : After
  : ''

type NameOf<S extends string> = S extends `${infer Inside}}${string}`
  ? Inside extends `${infer Before}:${string}`
    ? WithoutDots<Before>
    : WithoutDots<Inside>
  : never

type WithoutDots<S extends string> = S extends `${infer Name}...` ? Name : S

type Names<
  S extends string,
  Optional extends boolean = false,
  Required extends string = never,
  Maybe extends string = never,
> = S extends `${infer Head}{${infer Rest}`
  ? (Optional extends true ? true : Head extends `${string}[${string}` ? true : false) extends true
    ? Names<AfterClose<Rest>, true, Required, Maybe | NameOf<Rest>>
    : Names<AfterClose<Rest>, false, Required | NameOf<Rest>, Maybe>
  : { required: Required; maybe: Maybe | ColonHint<S> }

/** A name for the compiler to show where a param of `/users/:id` is read, as other routers write it. */
type ColonHint<S extends string> = S extends `${string}/:${infer Name}`
  ? `write {${UntilSlash<Name>}}, not :${UntilSlash<Name>}`
  : never

type UntilSlash<S extends string> = S extends `${infer Segment}/${string}` ? Segment : S

type Shape<N extends { required: string; maybe: string }> = {
  readonly [K in N['required']]: string
} & { readonly [K in N['maybe']]?: string } extends infer O extends Params
  ? { [K in keyof O]: O[K] }
  : never

/** The params of a path literal: `{ id: string }` for `/users/{id}`; `Params` for a path that is not a literal. */
export type ParamsOf<P extends string> = string extends P ? Params : Shape<Names<P>>

/**
 * The type of an argument that is a path: a literal has to begin with a slash. In a generic function the type of the
 * path says so: `<P extends `/${string}`>(path: P) => app.get(`${path}/{id}`, show)`.
 */
export type PathLike<P extends string> = [P & PathWithSlash] extends [never] ? PathWithSlash : P

type PathWithSlash = '' | `/${string}`

/** The values from which a URL for a path is made. Numbers are allowed; optional params may be `undefined`. */
export type UrlParams<P extends string> = string extends P
  ? Readonly<Record<string, string | number | undefined>>
  : { [K in keyof ParamsOf<P>]: ParamsOf<P>[K] | number | (undefined extends ParamsOf<P>[K] ? undefined : never) }

/** The params of a route without placeholders: a frozen empty map without a prototype. */
export const noParams: Params = Object.freeze(Object.create(null) as Params)

/** Makes an empty map for params, which inherits nothing. */
export function createParams(): Record<string, string> {
  return new EmptyMap()
}

/**
 * A constructor for maps that inherit nothing. JavaScript engines store the properties of objects that a constructor
 * made in a fast layout, and those of `Object.create(null)` in slower hash tables.
 */
const EmptyMap = /* @__PURE__ */ (() => {
  const Bare = function Params(): void {} as unknown as new () => Record<string, string>
  Bare.prototype = Object.freeze(Object.create(null))
  return Bare
})()
