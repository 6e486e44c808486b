/** A class that names, in `static inject`, the services its constructor takes. */
export type InjectableClass<T = unknown> = (new (...args: never[]) => T) & { readonly inject: readonly string[] }

export function isInjectableClass(value: unknown): value is InjectableClass {
  return typeof value === 'function' && 'inject' in value && Array.isArray(value.inject)
}
