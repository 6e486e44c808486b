import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { Route, type RouteOptions } from '../index.ts'

/** True if a value matches the token of a route's only placeholder. */
const fits = (token: string, value: string, options: RouteOptions = {}): boolean | undefined =>
  new Route('/{x}', null, ['GET']).setOptions({ ...options, tokens: { x: token } }).tokens.get('x')?.(value)

afterEach(() => vi.restoreAllMocks())

describe('tokens', () => {
  it('a token matches the whole value', () => {
    expect(fits('\\d+', '12')).toBe(true)
    expect(fits('\\d+', '12a')).toBe(false)
    expect(fits('\\d+', 'a12')).toBe(false)
    expect(fits('\\d+', '12\n')).toBe(false)
  })

  it('each alternative of a token has to match the whole value', () => {
    expect(fits('a|b', 'a')).toBe(true)
    expect(fits('a|b', 'b')).toBe(true)
    expect(fits('a|b', 'axx')).toBe(false)
    expect(fits('a|b', 'xxb')).toBe(false)
  })

  it('a token never matches across a slash', () => {
    expect(fits('[^/]+', 'a/b')).toBe(false)
    expect(fits('[^/x]+', 'a/b')).toBe(false)
  })

  it('a token matches characters, not UTF-16 units', () => {
    expect(fits('[^/]', '😀')).toBe(true)
    expect(fits('\\p{L}+', 'été')).toBe(true)
    expect(fits('[😀-😂]', '😁')).toBe(true)
  })

  it('a token is case-sensitive', () => {
    expect(fits('[a-z]+', 'aB')).toBe(false)
  })

  it('a token has the same result for the same value each time', () => {
    expect([fits('a+', 'aa'), fits('a+', 'aa'), fits('a+', 'b'), fits('a+', 'aa')]).toEqual([true, true, false, true])
  })

  it('a token without a limit of its own accepts values of up to 100 UTF-16 units', () => {
    expect(fits('\\d+', '1'.repeat(100))).toBe(true)
    expect(fits('\\d+', '1'.repeat(101))).toBe(false)
    expect(fits('\\d{101}', '1'.repeat(101))).toBe(true)
    expect(fits('\\d{1,200}', '1'.repeat(200))).toBe(true)
  })

  it('a value that is longer than any match of a token is refused without running the expression', () => {
    const tests = vi.spyOn(RegExp.prototype, 'test')

    expect(fits('[a-z]{1,20}[a-z]{1,20}', 'a'.repeat(41))).toBe(false)
    expect(tests).not.toHaveBeenCalledWith('a'.repeat(41))
  })

  it('a token refuses at once a value that is too long, even if testing its expression would be slow', () => {
    expect(fits('\\d*\\d*\\d*\\d*x', '1'.repeat(100_000))).toBe(false)
  })

  it('an unsafe token that the option allowUnsafeTokens permits is tested on values of any length, even if that takes exponential time', () => {
    expect(fits('(a+)+', 'a'.repeat(200), { allowUnsafeTokens: true })).toBe(true)
    expect(fits('(a+)+', 'b', { allowUnsafeTokens: true })).toBe(false)
  })
})

describe('refused tokens', () => {
  const message = (token: unknown): string => {
    try {
      new Route('/u/{id}', null, ['GET']).setOptions({ tokens: { id: token as string } })
    } catch (error) {
      return String(error)
    }
    return 'accepted'
  }

  test.each(['(', '[', '\\', 'a{2,1}', '*', 'a)|(b', '\\-'])(
    'a token is refused if it is not a valid regular expression: %s',
    (token) => {
      expect(message(token)).toContain(
        `ConfigurationError: Route GET /u/{id}: the token ${JSON.stringify(token)} of {id} is not a regular expression: `,
      )
    },
  )

  test.each([
    [/\d+/, '{}'],
    [7, '7'],
    [null, 'null'],
    ['', '""'],
    [undefined, 'undefined'],
  ])('a token is refused if it is not the source of a regular expression: %s', (token, text) => {
    expect(message(token)).toBe(
      `ConfigurationError: Route GET /u/{id}: the token ${text} of {id} is not the source of a regular expression. ` +
        'Write a string like "\\\\d+".',
    )
  })

  test.each([
    ['^a', 'an anchor "^"'],
    ['a$', 'an anchor "$"'],
    ['a\\b', 'an anchor "\\b"'],
    ['(?<year>\\d+)', 'a named group "(?<year>"'],
    ['(a)\\1', 'a back reference "\\1"'],
    ['(?=a)a', 'a lookahead "(?="'],
    ['(?<!a)b', 'a lookbehind "(?<!"'],
  ])('a token is refused if it has a forbidden construct: %s', (token, part) => {
    expect(message(token)).toContain(`of {id} holds ${part} at position`)
    expect(message(token)).toMatch(/, which tokens do not support\.$/)
  })

  test.each(['(a+)+', '(a|a)*', '(\\w+\\s?)*', '(a?){30}', '[a-z]{1,1000}[a-z]{1,1000}[a-z]{1,1000}[0-9]'])(
    'a token is refused if the test of a value could take too long: %s',
    (token) => {
      expect(message(token)).toContain(`the token ${JSON.stringify(token)} of {id} could take too long: `)
      expect(message(token)).toContain('allowUnsafeTokens: true')
    },
  )

  test.each([
    [
      '/{x:[a-z/]+}',
      '"[a-z/]+"',
      'Write "{x...:[a-z/]+}" for the rest of the path, slashes included, or "[a-z/]" without the slash.',
    ],
    [
      '/f[/{x:[^-]{2,}}]',
      '"[^-]{2,}"',
      'Write "{x...:[^-]{2,}}" for the rest of the path, slashes included, or "[^/-]" in place of "[^-]".',
    ],
    [
      '/{x:.{3}}',
      '".{3}"',
      'Write "{x...:.{3}}" for the rest of the path, slashes included, or "[^/]" in place of ".".',
    ],
    ['/{x:.+}/end', '".+"', 'Write "[^/]" in place of ".".'],
    ['/f-{x:.*}', '".*"', 'Write "[^/]" in place of ".".'],
    ['/{x:.+}.html', '".+"', 'Write "[^/]" in place of ".".'],
    ['/{x:a(?:b|\\D)}/y', '"a(?:b|\\\\D)"', 'Write "[^/\\\\d]" in place of "\\\\D".'],
    ['/{x:\\S+}-{y}', '"\\\\S+"', 'Write "[^/\\\\s]" in place of "\\\\S".'],
    ['/{x:a/b}/y', '"a/b"', 'Write "/" without the slash.'],
    ['/{x:\\p{P}}/y', '"\\\\p{P}"', 'Write "\\\\p{P}" without the slash.'],
  ])('a token is refused if it could match a slash outside of a catch-all: %s', (path, token, instead) => {
    const message = (create: () => Route) => {
      try {
        return create().toString()
      } catch (error) {
        return String(error)
      }
    }
    const problem = `the token ${token} of {x} could match a slash, but the placeholder is one segment. ${instead}`

    expect(message(() => new Route(path, null, ['GET']))).toBe(`ConfigurationError: Route GET ${path}: ${problem}`)
  })

  test.each(['d+', 'w', 's*', 'D{2}'])('a token is refused if it has lost its backslash: %s', (token) => {
    expect(message(token)).toBe(
      `ConfigurationError: Route GET /u/{id}: the token "${token}" of {id} stands for the letter ${token[0]}. ` +
        `Write "\\\\${token}" in a string literal.`,
    )
  })

  it('an unsafe token is refused also if it stands in the path of the route', () => {
    expect(() => new Route('/u/{id:(a+)+}', null, ['GET'])).toThrow(
      'Route GET /u/{id:(a+)+}: the token "(a+)+" of {id} could take too long',
    )
  })

  it('a token is refused for a forbidden construct even if unsafe tokens are allowed', () => {
    const route = new Route('/u/{id}', null)

    expect(() => route.setOptions({ tokens: { id: '^a' }, allowUnsafeTokens: true })).toThrow('holds an anchor')
    expect(() => route.setOptions({ tokens: { id: '(' }, allowUnsafeTokens: true })).toThrow(
      'is not a regular expression',
    )
  })

  it('an unsafe token is refused even if another route has permitted the same token by allowUnsafeTokens', () => {
    new Route('/a/{id}', null).setOptions({ tokens: { id: '(b+)+' }, allowUnsafeTokens: true })

    expect(() => new Route('/b/{id}', null).setOptions({ tokens: { id: '(b+)+' } })).toThrow('could take too long')
  })
})
