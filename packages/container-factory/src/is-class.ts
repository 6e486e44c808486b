import type { Class } from './class.ts'

/** Whether this is written as a class: calling it would throw, though `typeof` says function. */
export function isClass(value: unknown): value is Class {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))
}
