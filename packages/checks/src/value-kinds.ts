/** True if a value is a plain map: made by a literal, by `JSON.parse` or with a null prototype, in any realm. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** True if a value is a class, which cannot be called: a class declaration, a built-in class, or a proxy of one. */
export function isClass(value: unknown): value is abstract new (...args: never[]) => unknown {
  if (typeof value !== 'function' || Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false)
    return false
  // The `prototype` of a frozen ordinary function is not writable either, like that of a class; only the source text of
  // a function shows that it is not a class.
  return !/^(?:async\s+)?function\b(?!.*\{\s*\[native code\]\s*\}$)/s.test(Function.prototype.toString.call(value))
}

/** Describes the kind of a value, never its content: an error must not print a secret. */
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

/**
 * Makes foreign text safe to show on one line. Characters that end a line, move the cursor or change the direction of
 * writing become `\u` escapes, and so do most invisible ones; joiners and variation selectors, which scripts and emoji
 * need, stay.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const UNPRINTABLE =
  /[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g
