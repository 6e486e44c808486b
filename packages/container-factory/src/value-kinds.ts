/** Whether a value is a plain map: made by a literal, by `JSON.parse` or with a null prototype, in any realm. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * Whether a value is a class, which cannot be called without `new`: a class declaration, a built-in class, or a proxy
 * of a class.
 */
export function isClass(value: unknown): value is abstract new (...args: never[]) => unknown {
  if (typeof value !== 'function' || Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false)
    return false
  // The `prototype` of a class is not writable. A frozen ordinary function has such a `prototype` too; it differs from
  // a class by its source text.
  return !/^(?:async\s+)?function\b(?!.*\{\s*\[native code\]\s*\}$)/s.test(Function.prototype.toString.call(value))
}

/** Describes the kind of a value, never its content, since an error must not show a secret. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (value === '') return 'an empty string'
  if (typeof value === 'function') {
    const kind = isClass(value) ? 'class' : 'function'
    return typeof value.name === 'string' && value.name !== '' ? `the ${kind} ${value.name}` : `a ${kind}`
  }
  if (typeof value !== 'object') return `a ${typeof value}`
  if (Array.isArray(value)) return 'a list'
  if (isMap(value)) return 'a map'
  if (value instanceof Promise) return 'a promise'
  return `an instance of ${Object.getPrototypeOf(value).constructor?.name || 'a class without a name'}`
}

/** Throws a `TypeError` that names an unknown option, since a misspelt option would do nothing. */
export function refuseUnknownOptions(owner: string, options: object, known: readonly string[]): void {
  if (!isMap(options)) throw new TypeError(`${owner}: expected a map of options, got ${describeValue(options)}.`)
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`${owner}: unknown option "${unknown}". Options are ${known.join(', ')}.`)
}

const longest = 80

/** Gives the name of a key for errors, shortened if it is long. */
export function keyText(key: unknown): string {
  if (typeof key === 'string') return key.length > longest ? `${key.slice(0, longest)}…` : key
  if (typeof key === 'function') return key.name === '' ? 'anonymous class' : keyText(key.name)
  return key === null ? 'null' : typeof key
}

const most = 3

/** Gives the known names that are most similar to `wanted`, three at most, the most similar first. */
export function nearestNames(wanted: string, names: Iterable<string>): readonly string[] {
  const near: { readonly name: string; readonly distance: number }[] = []
  for (const name of new Set(names)) {
    const allowed = Math.floor(Math.max(wanted.length, name.length) / 3)
    if (Math.abs(wanted.length - name.length) > allowed) continue
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase())
    if (distance <= allowed) near.push({ name, distance })
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name)
}

/**
 * Gives the least number of insertions, deletions, substitutions and swaps of adjacent letters that turns `a` into `b`.
 */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}

/** Joins names in quotes, for a sentence: `"a", "b" or "c"`. */
export function orList(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`)
  const last = quoted.pop() ?? ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`
}

/**
 * Whether a value has to be constructed with `new`: a class, or a function with members on its prototype, which is how
 * compilers write a class.
 */
export function isConstructor(value: unknown): value is new () => unknown {
  if (typeof value !== 'function') return false
  return isClass(value) || Reflect.ownKeys(Object(value.prototype)).length > 1
}
