/**
 * Makes the instances of a class pass for those of a platform's class: `instanceof`, tags and inherited names.
 *
 * Node loads its Fetch classes when they are first named, which takes longer than loading this package; so this is done
 * with the first instance, and a program that answers nothing does not pay for it.
 */
export function passFor(own: { readonly prototype: object }, platform: { readonly prototype: object }): void {
  Object.setPrototypeOf(own.prototype, platform.prototype)
  Object.defineProperty(own.prototype, 'constructor', { value: platform })
}
