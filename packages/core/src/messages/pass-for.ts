/**
 * Makes the instances of a class pass for those of a platform's class: `instanceof`, tags, inherited and listed names.
 *
 * Node loads its Fetch classes when they are first named, which takes longer than loading this package; so this is done
 * with the first instance, and a program that answers nothing does not pay for it.
 */
export function passFor(own: { readonly prototype: object }, platform: { readonly prototype: object }): void {
  Object.setPrototypeOf(own.prototype, platform.prototype)
  // A loop over the names in an instance finds those of the platform's, in its order.
  for (const name of Object.keys(platform.prototype)) {
    const member = Object.getOwnPropertyDescriptor(own.prototype, name)
    if (!member) continue
    Reflect.deleteProperty(own.prototype, name)
    Object.defineProperty(own.prototype, name, { ...member, enumerable: true })
  }
  Object.defineProperty(own.prototype, 'constructor', { value: platform, writable: true, configurable: true })
}

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
