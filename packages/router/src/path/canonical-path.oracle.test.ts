import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalSegment } from '../adapter.ts'
import { canonicalPath } from '../index.ts'

/** The definition by regular expressions, one after the other: what the tables must come to. */
function definedPath(raw: string): string | undefined {
  if (raw[0] !== '/') return undefined
  const kept: string[] = []
  const segments = raw.split('/').slice(1).map(definedSegment)
  for (const [i, segment] of segments.entries()) {
    if (segment === undefined) return undefined
    if (segment !== '.' && segment !== '..') kept.push(segment)
    else {
      if (segment === '..') kept.pop()
      if (i === segments.length - 1) kept.push('')
    }
  }
  return `/${kept.join('/')}`
}

function definedSegment(raw: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(raw) || /[\\#?]/.test(raw)) return undefined
  const encoded = raw.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@%]/g, (character) => percentEncoded(character))
  if (/%(?![0-9A-Fa-f]{2})/.test(encoded) || /%(?:[01][0-9A-Fa-f]|7[Ff]|2[Ff]|5[Cc])/.test(encoded)) return undefined
  try {
    decodeURIComponent(encoded)
  } catch {
    return undefined
  }
  return encoded.replace(/%[0-9A-Fa-f]{2}/g, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : octet.toUpperCase()
  })
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function expectBoth(raw: string): void {
  const path = `/${raw}`
  if (canonicalPath(path) !== definedPath(path)) expect(canonicalPath(path), path).toBe(definedPath(path))
  if (canonicalSegment(raw) !== definedSegment(raw)) expect(canonicalSegment(raw), raw).toBe(definedSegment(raw))
}

const octet = fc.nat({ max: 255 })
const encoded = fc.tuple(octet, fc.boolean()).map(([value, isUpper]) => {
  const hex = value.toString(16).padStart(2, '0')
  return `%${isUpper ? hex.toUpperCase() : hex}`
})
/** Octets at which well-formed UTF-8 begins, ends, or stops to be that. */
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

describe('the tables come to what the definition says', () => {
  it('for every character, alone and between others', () => {
    for (let code = 0; code < 0x300; code++) {
      for (const text of [String.fromCharCode(code), `a${String.fromCharCode(code)}b`]) expectBoth(text)
    }
  })

  it('for every two octets, encoded in either case', () => {
    for (let first = 0; first < 256; first++) {
      for (let second = 0; second < 256; second++) {
        const [a, b] = [first, second].map((value) => value.toString(16).padStart(2, '0')) as [string, string]
        expectBoth(`%${a}%${b.toUpperCase()}`)
      }
    }
  })

  it('for every begin of a character of three or four octets', () => {
    for (let first = 0xe0; first < 256; first++) {
      for (let second = 0x70; second < 0xd0; second++) {
        const begin = `%${first.toString(16)}%${second.toString(16)}`
        for (const rest of ['', '%80', '%BF', '%bf%80', '%80%80%80', '%7f', '%C0', '/%80', 'a', '%'])
          expectBoth(begin + rest)
      }
    }
  })

  it('for random and hostile strings', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => expectBoth(pieces.join(''))),
      { numRuns: 30_000 },
    )
  })

  it('for long ones', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.nat({ max: 900 }), (pieces, times) => {
        expectBoth(`${pieces.join('').repeat(times)}${pieces[0]}`)
      }),
      { numRuns: 300 },
    )
  })
})
