import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/programs/sampled.ts'
import { canonicalPath } from '../index.ts'
import { canonicalSegment } from '../internal.ts'
import { definedPath, definedSegment } from './defined-path.test.helper.ts'

function expectBoth(raw: string): void {
  const path = `/${raw}`
  if (canonicalPath(path) !== definedPath(path)) expect(canonicalPath(path), path).toBe(definedPath(path))
  if (canonicalSegment(raw) !== definedSegment(raw)) expect(canonicalSegment(raw), raw).toBe(definedSegment(raw))
}

const byte = fc.nat({ max: 255 })
const encoded = fc.tuple(byte, fc.boolean()).map(([value, isUpper]) => {
  const hex = value.toString(16).padStart(2, '0')
  return `%${isUpper ? hex.toUpperCase() : hex}`
})
/** Bytes at the edges of the ranges that well-formed UTF-8 allows. */
const EDGES = ['7f', '80', '8F', '90', '9f', 'A0', 'bf', 'C0', 'c1', 'C2', 'df', 'E0', 'e1', 'EC', 'ed', 'EE', 'ef']
const edge = fc.constantFrom(...EDGES, 'F0', 'f1', 'F3', 'f4', 'F5', 'ff').map((hex) => `%${hex}`)
const character = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 2 })
  .map((text) => encodeURIComponent(text.toWellFormed()))
const piece = fc.oneof(
  encoded,
  edge,
  character,
  character.map((text) => text.toLowerCase()),
  fc.constantFrom(
    '/',
    '//',
    '.',
    '..',
    '/.',
    '/../',
    '%2e',
    '%2E%2e',
    '/%2e%2E/',
    '%',
    '%4',
    '%g1',
    '%1g',
    '%%',
    'é',
    '\u{1f600}',
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 3 }),
  fc.string({ unit: 'binary', maxLength: 2 }),
)

describe('canonicalPath() and canonicalSegment(), compared with definitions by regular expressions', () => {
  it('canonicalPath() and canonicalSegment() agree with their definitions for every character below U+0300, alone and between others', () => {
    for (let code = 0; code < 0x300; code++) {
      for (const text of [String.fromCharCode(code), `a${String.fromCharCode(code)}b`]) expectBoth(text)
    }
  })

  it('canonicalPath() and canonicalSegment() agree with their definitions for every two bytes, the first encoded in lower case, the second in upper case', () => {
    for (let first = 0; first < 256; first++) {
      for (let second = 0; second < 256; second++) {
        const [a, b] = [first, second].map((value) => value.toString(16).padStart(2, '0')) as [string, string]
        expectBoth(`%${a}%${b.toUpperCase()}`)
      }
    }
  })

  it('canonicalPath() and canonicalSegment() agree with their definitions for well-formed and malformed characters of 3 or 4 bytes', () => {
    for (let first = 0xe0; first < 256; first++) {
      for (let second = 0x70; second < 0xd0; second++) {
        const begin = `%${first.toString(16)}%${second.toString(16)}`
        for (const rest of ['', '%80', '%BF', '%bf%80', '%80%80%80', '%7f', '%C0', '/%80', 'a', '%'])
          expectBoth(begin + rest)
      }
    }
  })

  it('canonicalPath() and canonicalSegment() agree with their definitions for random and hostile strings', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => expectBoth(pieces.join(''))),
      { numRuns: runs(10_000) },
    )
  })

  it('canonicalPath() and canonicalSegment() agree with their definitions for long strings', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.nat({ max: 900 }), (pieces, times) => {
        expectBoth(`${pieces.join('').repeat(times)}${pieces[0]}`)
      }),
      { numRuns: runs(300) },
    )
  })
})
