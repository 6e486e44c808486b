/**
 * The messages of a language: strings in ICU syntax, such as `Welcome, {name}!`, under keys. Keys may be grouped: the
 * key of `{ note: { title: 'Title' } }` is `note.title`.
 */
export interface Catalogue {
  readonly [key: string]: string | Catalogue
}

/**
 * The messages of an application, so that a misspelt key does not compile: `declare module '@app/i18n' { interface
 * Messages extends English {} }`, where `English` is the type of the catalogue of the default locale. Without a
 * declaration, a key is any string.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an application adds its messages
export interface Messages {}

/** The key of a message that the application has declared. */
export type MessageKey = [keyof Messages] extends [never] ? string : KeysOf<Messages>

type KeysOf<C> = {
  [K in keyof C & string]: C[K] extends string ? K : `${K}.${KeysOf<C[K]>}`
}[keyof C & string]

/**
 * A catalogue with the same keys as another one, for the other languages: a missing or misspelt key does not compile.
 *
 * @example
 * const de = { note: { title: 'Titel' } } satisfies CatalogueLike<typeof en>
 */
export type CatalogueLike<C> = { readonly [K in keyof C]: C[K] extends string ? string : CatalogueLike<C[K]> }

/** Returns the messages of a catalogue by their whole keys. */
export function flat(catalogue: Catalogue, prefix = ''): ReadonlyMap<string, string> {
  const all = new Map<string, string>()
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') all.set(prefix + name, value)
    else for (const [key, text] of flat(value, `${prefix}${name}.`)) all.set(key, text)
  }
  return all
}

/** Returns the path to the first value that is neither a string nor a map; `undefined` if there is none. */
export function oddPlace(catalogue: unknown): string | undefined {
  if (typeof catalogue === 'string') return undefined
  if (typeof catalogue !== 'object' || catalogue === null || Array.isArray(catalogue)) return ''
  for (const [name, value] of Object.entries(catalogue)) {
    const inner = oddPlace(value)
    if (inner !== undefined) return inner === '' ? name : `${name}.${inner}`
  }
  return undefined
}
