/**
 * Makes instances of a class pass for instances of a platform's class: `instanceof`, string tags, inherited and
 * enumerated names.
 *
 * Call it when the first instance is made, not earlier: naming a Fetch class makes node load it, which takes longer
 * than loading this package.
 */
export function passFor(own: { readonly prototype: object }, platform: { readonly prototype: object }): void {
  Object.setPrototypeOf(own.prototype, platform.prototype)
  // `for … in` over an instance finds the names of the platform's class, in the same order.
  for (const name of Object.keys(platform.prototype)) {
    const member = Object.getOwnPropertyDescriptor(own.prototype, name)
    if (!member) continue
    Reflect.deleteProperty(own.prototype, name)
    Object.defineProperty(own.prototype, name, { ...member, enumerable: true })
  }
  Object.defineProperty(own.prototype, 'constructor', { value: platform, writable: true, configurable: true })
}

type Inspect = (value: unknown, options: object) => string

/**
 * Makes node's `console.log` show instances of a class under a name with the given properties, without inner fields.
 */
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
