import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { describeValue, isClass, isMap } from './index.ts'

class Named {}
const Nameless = (() => class {})()
const frozen = Object.freeze(function frozen() {})

/**
 * Values, each with the results of the functions: whether the value is a map, whether it is a class, and its
 * description.
 */
const KINDS: readonly (readonly [unknown, boolean, boolean, string])[] = [
  [undefined, false, false, 'undefined'],
  [null, false, false, 'null'],
  ['', false, false, 'an empty string'],
  ['S3CRET', false, false, 'a string'],
  [42, false, false, 'a number'],
  [42n, false, false, 'a bigint'],
  [Symbol('S3CRET'), false, false, 'a symbol'],
  [true, false, false, 'a boolean'],
  [[], false, false, 'a list'],
  [['S3CRET'], false, false, 'a list'],
  [{}, true, false, 'a map'],
  [{ password: 'S3CRET' }, true, false, 'a map'],
  [Object.create(null), true, false, 'a map'],
  [JSON.parse('{"__proto__": 1}'), true, false, 'a map'],
  [runInNewContext('({})'), true, false, 'a map'],
  [runInNewContext('[]'), false, false, 'a list'],
  [new Map(), false, false, 'an instance of Map'],
  [new Date(0), false, false, 'an instance of Date'],
  [new Named(), false, false, 'an instance of Named'],
  [new Nameless(), false, false, 'an instance of a class without a name'],
  [Object.create({ inherited: 1 }), false, false, 'an instance of Object'],
  [Promise.resolve(), false, false, 'a promise'],
  [Named, false, true, 'the class Named'],
  [Nameless, false, true, 'a class'],
  [Date, false, true, 'the class Date'],
  [new Proxy(Named, {}), false, true, 'the class Named'],
  [function named() {}, false, false, 'the function named'],
  [() => undefined, false, false, 'a function'],
  [async () => undefined, false, false, 'a function'],
  [frozen, false, false, 'the function frozen'],
  [function* made() {}, false, false, 'the function made'],
  [Named.bind(undefined), false, false, 'the function bound Named'],
]

test('maps and classes are told from other values, and each value is described in words that never show its content', () => {
  for (const [value, map, isOfClass, words] of KINDS) {
    expect([isMap(value), isClass(value), describeValue(value)], words).toEqual([map, isOfClass, words])
  }
})
