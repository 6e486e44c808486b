import { expect, test } from 'vitest'
import { exampleTexts } from '../internal.ts'

test.each<[string, readonly string[], boolean]>([
  ['de|en', ['de', 'en'], true],
  ['[ab]?', ['', 'a', 'b'], true],
  ['a{2,3}', ['aa', 'aaa'], true],
  ['v(?:1|2)\\.x', ['v1.x', 'v2.x'], true],
  ['\\d+', ['0', '1', '2', '3', '4'], false],
  ['[a-z]{2}-\\d*', ['aa-', 'aa-0', 'aa-1', 'aa-2', 'aa-3'], false],
  ['(?:)*', [''], true],
  ['[\\x00-\\x1f]', [], true],
  ['[/\\\\a]', ['a'], true],
])('exampleTexts() for the token %s returns %j; these are all matching strings: %s', (token, texts, isAll) => {
  expect(exampleTexts(token, 5)).toEqual({ texts, isAll })
})

test('the example texts for the token of a catch-all may contain slashes', () => {
  expect(exampleTexts('a(?:/b)?', 5, true)).toEqual({ texts: ['a', 'a/b'], isAll: true })
})

test.each(['\\d+', '[a-f\\d]{4}', '\\p{L}+', '(?:a|b)+c?', '[^x]+', '.+'])(
  'each string that exampleTexts() returns for the token %s matches the token',
  (token) => {
    const { texts, isAll } = exampleTexts(token, 300)
    expect([texts.length > 20, isAll]).toEqual([true, false])
    expect(texts.filter((text) => !new RegExp(`^(?:${token})$`, 'u').test(text))).toEqual([])
    expect(new Set(texts).size).toBe(texts.length)
  },
)
