interface Trace {
  readonly origin: { readonly name: string }
  readonly env?: { readonly variable: string; readonly isSet: boolean }
  readonly children?: ReadonlyMap<string | number, Trace>
}

/**
 * Returns the key of an entry, followed by the name of its source (a file or a provider) if the configuration has
 * recorded the source, as `@app/config` does. The source of a key that is missing in a section is that of the section.
 */
export function placeOf(config: object, path: readonly string[]): string {
  return named(path.join('.'), originOf(config, path))
}

export function named(key: string, origin: string | undefined): string {
  return origin === undefined ? key : `${key} (${origin})`
}

export function originOf(config: object, path: readonly string[]): string | undefined {
  const traces = (globalThis as { [TRACES]?: WeakMap<object, Trace> })[TRACES]
  const [section = '', ...keys] = path
  let trace = traces?.get(config)?.children?.get(section)
  if (trace === undefined) return undefined
  for (const key of keys) trace = trace.children?.get(key) ?? trace.children?.get(Number(key)) ?? trace
  const variable = trace.env ? `, variable ${trace.env.variable}${trace.env.isSet ? '' : ', which is not set'}` : ''
  return `${trace.origin.name}${variable}`
}

/**
 * The property of `globalThis` that all copies of `@app/config` share. It holds, for each configuration, the source of
 * each value.
 */
const TRACES: unique symbol = Symbol.for('@app/config/traces')
