type Inspect = (value: unknown, options: object) => string

/** Has node's `console.log` show the instances of a class by a name and the given properties, not by inner fields. */
export function showAs<T extends object>(
  type: { readonly prototype: T },
  name: string,
  read: (value: T) => object,
): void {
  const value = function (this: T, _depth: number, options: object, inspect: Inspect): string {
    return `${name} ${inspect(read(this), options)}`
  }
  Object.defineProperty(type.prototype, Symbol.for('nodejs.util.inspect.custom'), { value, configurable: true })
}
