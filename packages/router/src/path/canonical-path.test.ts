import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '../../../../test/programs/sampled.ts'
import { canonicalPath } from '../index.ts'
import { canonicalSegment } from '../internal.ts'
import { decodeSegment } from './canonical-path.ts'

describe('canonicalPath', () => {
  test.each([
    ['/', '/'],
    ['/a/b', '/a/b'],
    ['/a/', '/a/'],
    ["/-._~!$&'()*+,;=:@", "/-._~!$&'()*+,;=:@"],
  ])('canonicalPath() leaves %s unchanged', (raw, canonical) => {
    expect(canonicalPath(raw)).toBe(canonical)
  })

  test.each([
    ['/adm%69n/secret', '/admin/secret'],
    ['/%61%64%6d%69%6e/%73%65%63%72%65%74', '/admin/secret'],
    ['/admin/%73ecret', '/admin/secret'],
    ['/%7euser', '/~user'],
    ['/%2D%2e%5F%7E%30', '/-._~0'],
    ['/%41%5a', '/AZ'],
  ])('canonicalPath() decodes unreserved bytes: %s', (raw, canonical) => {
    expect(canonicalPath(raw)).toBe(canonical)
  })

  test.each([
    ['/%e2%82%ac', '/%E2%82%AC'],
    ['/a%3fb', '/a%3Fb'],
    ['/%2a%2b%3a%3b%40', '/%2A%2B%3A%3B%40'],
    ['/a%20b', '/a%20b'],
  ])('canonicalPath() keeps a byte encoded, in upper-case hex, unless it is unreserved: %s', (raw, canonical) => {
    expect(canonicalPath(raw)).toBe(canonical)
  })

  test.each([
    ['/%2561dmin', '/%2561dmin'],
    ['/%252561dmin/secret', '/%252561dmin/secret'],
    ['/%25', '/%25'],
    ['/%252e%252e/a', '/%252e%252e/a'],
  ])('canonicalPath() percent-decodes only once: %s', (raw, canonical) => {
    expect(canonicalPath(raw)).toBe(canonical)
  })

  test.each([
    ['/a/./b', '/a/b'],
    ['/x/../admin/secret', '/admin/secret'],
    ['/x/%2e%2e/admin/secret', '/admin/secret'],
    ['/x/.%2E/admin/secret', '/admin/secret'],
    ['/admin/%2e/secret', '/admin/secret'],
    ['/admin/../ping', '/ping'],
    ['/..', '/'],
    ['/.', '/'],
    ['/../../a', '/a'],
    ['/a/b/..', '/a/'],
    ['/a/b/.', '/a/b/'],
    ['/a/b/../', '/a/'],
    ['/a//../b', '/a/b'],
    ['/.//a', '//a'],
    ['/a/../../b/./c', '/b/c'],
  ])('canonicalPath() removes dot segments, encoded ones too: %s', (raw, canonical) => {
    expect(canonicalPath(raw)).toBe(canonical)
  })

  test.each(['/a.b', '/.hidden', '/a/...', '/a/..b', '/a/b.', '/admin./secret', '/.well-known/x'])(
    'canonicalPath() keeps dots that form no dot segment: %s',
    (raw) => {
      expect(canonicalPath(raw)).toBe(raw)
    },
  )

  test.each(['//admin/secret', '///a', '/a//b', '/a//', '//'])('canonicalPath() keeps duplicate slashes: %s', (raw) => {
    expect(canonicalPath(raw)).toBe(raw)
  })

  test.each([
    ['/a b', '/a%20b'],
    ['/a"b<c>d', '/a%22b%3Cc%3Ed'],
    ['/[a]^`{b}|', '/%5Ba%5D%5E%60%7Bb%7D%7C'],
  ])('canonicalPath() percent-encodes characters that clients should have encoded: %s', (raw, canonical) => {
    expect(canonicalPath(raw)).toBe(canonical)
  })

  test.each(['/admin%EF%BC%8Fsecret', '/%E2%84%AAey', '/adm%C4%B1n/secret', '/public/e%CC%81'])(
    'canonicalPath() neither changes the case of letters nor normalizes Unicode: %s',
    (raw) => {
      expect(canonicalPath(raw)).toBe(raw)
    },
  )

  test.each([
    ['malformed percent', '/%zz/admin'],
    ['malformed percent', '/%6/admin'],
    ['malformed percent', '/admin/secret%'],
    ['malformed percent', '/%u0041'],
    ['malformed UTF-8', '/admin/%ff'],
    ['malformed UTF-8', '/%ff%fe/admin'],
    ['malformed UTF-8', '/%C0%AF'],
    ['malformed UTF-8', '/%ED%A0%80'],
    ['an encoded slash', '/admin%2Fsecret'],
    ['an encoded slash', '/x/..%2fadmin'],
    ['an encoded backslash', '/admin%5Csecret'],
    ['an encoded backslash', '/admin%5csecret'],
    ['a backslash', '/admin\\secret'],
    ['an encoded control character', '/admin%00/secret'],
    ['an encoded control character', '/admin%09/secret'],
    ['an encoded control character', '/admin%0A'],
    ['an encoded control character', '/admin%7F'],
    ['a control character', '/ad\tmin'],
    ['a control character', '/admin\u0000'],
    ['raw non-ASCII', '/üadmin'],
    ['raw non-ASCII', '/\u2028'],
    ['a fragment', '/admin#x'],
    ['a query', '/admin?x'],
    ['no leading slash', 'admin/secret'],
    ['no leading slash', ''],
    ['no leading slash', '*'],
    ['no leading slash', '\\admin'],
    ['no leading slash', 'javascript:/admin'],
    ['no leading slash', '%2Fadmin'],
  ])('canonicalPath() refuses %s: %j', (_, raw) => {
    expect(canonicalPath(raw)).toBeUndefined()
  })

  test.each([
    ['/.', 3000, '/admin/secret', '/admin/secret'],
    ['/..', 3000, '/admin/secret', '/admin/secret'],
    ['/a', 10_000, '/..', `${'/a'.repeat(9_999)}/`],
  ])('canonicalPath() takes linear time for %j, repeated %i times', (part, times, end, canonical) => {
    expect(canonicalPath(part.repeat(times) + end)).toBe(canonical)
  })

  const rawPaths = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '',
          '.',
          '..',
          '%2e',
          '%2E.',
          '%61',
          '%2561',
          '%25',
          '%c3%a9',
          '%2f',
          '%zz',
          'é',
          ' ',
          'a',
          '*',
        ),
        fc.string({ maxLength: 6 }),
        fc.string({ unit: 'binary', maxLength: 4 }).map(encodeURIComponentOrNothing),
      ),
      { maxLength: 6 },
    )
    .map((parts) => `/${parts.join('/')}`)

  it('canonicalPath() is idempotent', () => {
    fc.assert(
      fc.property(rawPaths, (raw) => {
        const canonical = canonicalPath(raw)

        expect(canonical === undefined || canonicalPath(canonical) === canonical).toBe(true)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('the result of canonicalPath() has no dot segment, no encoded unreserved byte, and only printable ASCII characters', () => {
    fc.assert(
      fc.property(rawPaths, (raw) => {
        const canonical = canonicalPath(raw) ?? '/'

        expect(canonical).toMatch(/^\/[!$%&'()*+,\-./0-9:;=@A-Z_a-z~]*$/)
        expect(canonical).not.toMatch(/(?:^|\/)\.\.?(?:\/|$)/)
        expect(canonical).not.toMatch(/%(?:[46][1-9A-F]|[57][0-9A]|3[0-9]|2[DEF]|5[CF]|7E|[01])|%[0-9A-F]?[a-f]/)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('canonicalPath() does not change the decoded value of any segment of a path without dot segments', () => {
    fc.assert(
      fc.property(rawPaths, (raw) => {
        const canonical = canonicalPath(raw)
        fc.pre(canonical !== undefined && !/(?:\/(?:\.|%2e)+(?=\/|$))/i.test(raw))

        expect(canonical.split('/').map(decodeSegment)).toEqual(raw.split('/').map(decodeURIComponent))
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('canonicalSegment', () => {
  it('canonicalSegment() returns the canonical spelling of a part of a path', () => {
    expect(canonicalSegment('a b')).toBe('a%20b')
    expect(canonicalSegment('%7e%c3%a9')).toBe('~%C3%A9')
    expect(canonicalSegment('')).toBe('')
  })

  it('canonicalSegment() leaves dot segments as they are', () => {
    expect(canonicalSegment('..')).toBe('..')
    expect(canonicalSegment('%2e')).toBe('.')
  })

  it('canonicalSegment() refuses text that no canonical path can contain', () => {
    for (const raw of ['%', '%2F', '%00', 'a\\b', 'é', '\n']) expect(canonicalSegment(raw)).toBeUndefined()
  })
})

describe('decodeSegment', () => {
  it('decodeSegment() percent-decodes only once', () => {
    expect(decodeSegment('a%20b')).toBe('a b')
    expect(decodeSegment('%2561')).toBe('%61')
    expect(decodeSegment('a+b')).toBe('a+b')
  })

  it('decodeSegment() returns undefined for a string that cannot be decoded', () => {
    for (const raw of ['%', '%zz', '%ff', 'a%C3']) expect(decodeSegment(raw)).toBeUndefined()
  })
})

function encodeURIComponentOrNothing(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : ''
}
