import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/programs/sampled.ts'
import { parseExpression } from './parse-expression.ts'
import { judgeCost } from './token-cost.ts'
import { longestOf } from './token-expression.ts'
import { findUnsupported } from './unsupported.ts'

const problemOf = (source: string): string | undefined => judgeCost(parseExpression(source), 100).problem
const longest = (source: string): number => longestOf(parseExpression(source))
const refused = (sources: readonly string[]): string[] => sources.filter(problemOf)

describe('judgeCost', () => {
  it('judgeCost() accepts tokens as routes usually have them', () => {
    const sources = [
      '\\d+',
      '[a-z0-9-]+',
      '\\d{4}-\\d{2}',
      '[a-z]+(?:-[a-z]+)*',
      '(?:en|de|fr)',
      '.+',
      '[^/]+',
      '\\w+@\\w+\\.\\w+',
      '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
      '(?:\\d{1,3}\\.){3}\\d{1,3}',
      '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9]+)*',
      'v\\d+(?:\\.\\d+){0,2}(?:-[a-z]+(?:\\.\\d+)?)?',
      '\\p{L}+(?:-\\p{L}+)*',
      '(?:[0-9a-f]{64},?)*',
      '[a-z]{1,63}',
    ]

    expect(refused(sources)).toEqual([])
  })

  it('judgeCost() accepts a repeated part that can match each value in one way only', () => {
    const sources = [
      '(a?)*',
      '(?:)*',
      '(ab|a)*',
      '(aa|bb)*',
      '(?:[^\\]]|\\])*',
      '(?:(?:a|b)*a(?:a|b){30}c)*',
      '(a?){0,30}',
    ]

    expect(refused(sources)).toEqual([])
  })

  it('judgeCost() accepts tokens that take polynomial time to match, and ambiguous parts that are repeated only a few times', () => {
    const sources = [
      'a*a*',
      '\\d+\\d+x',
      '(a+){3}',
      '(?:\\w{1,8}-?){5}',
      '\\d?\\d?\\d?\\d?\\d?\\d?',
      '(a|a){5}',
      '(?:(a|a){30}){0}',
    ]

    expect(refused(sources)).toEqual([])
  })

  it('judgeCost() refuses a part that is repeated without a limit, and that can match one value in several ways', () => {
    const sources = [
      '(a+)+',
      '(a*)*',
      '(a|a)*',
      '(a|b|ab)*',
      '(\\d+|\\w+)*',
      '(.*)*x',
      '(a|aa)+',
      '([a-z]+)*',
      '(?:(?:a+)+?){2,}?',
      '(a?a?)*',
      '(a?b?)*',
      '(\\w+\\s?)*',
      '(x+x+)+y',
      'ok-(?:[ab]c|a[cd])*',
      '(?:(?:|a)(?:|b)(?:|a))*',
      '(?:(?:|)a)+',
      '(?:(?:x?y?)a|a)*',
    ]

    expect(refused(sources)).toEqual(sources)
  })

  it('judgeCost() refuses quantifiers such as {30} that multiply the ways to match a value', () => {
    const sources = [
      '(a?){30}',
      '(a+){30}',
      '(a|a){30}',
      '(?:|){30}',
      '((a?){5}){5}',
      '(a|a){12}-(b|b){12}',
      'a?'.repeat(30) + 'a'.repeat(30),
      '(a|aa){1,200}',
    ]

    expect(refused(sources)).toEqual(sources)
  })

  it('judgeCost() reports a problem that quotes the innermost ambiguous part', () => {
    const tail = 'repeats a part that can be read in several ways, so one value can be split in exponentially many ways'

    expect(problemOf('x(?:-(a+)+)*')).toBe(`"(a+)+" ${tail}`)
    expect(problemOf('x|(a|aa)+')).toBe(`"(a|aa)+" ${tail}`)
  })

  it('judgeCost() treats a quantifier above {100} as unbounded if another quantifier repeats it', () => {
    expect(problemOf('(?:\\d{500},)*')).toBeUndefined()
    expect(problemOf('(?:\\d{500},?)*')).toContain('repeats a part that can be read in several ways')
  })

  it('judgeCost() refuses an expression that is too large to check', () => {
    expect(problemOf('((a{90}b){90}c){90}')).toBeUndefined()
    expect(problemOf('(((a{90}b){90}c){90}d)*')).toBe('"(((a{90}b){90}c){90}d)*" is too large to check')
  })

  it('judgeCost() knows which characters a class or an escape matches', () => {
    const classes = [
      ...['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '.', 'é', '😀', '\\.', '\\t', '\\0', '\\cI', '\\x2d'],
      ...['\\u00e9', '\\u{1F600}', '\\ud83d\\ude00', '\\ud83d', '\\p{L}', '\\P{L}', '[]', '[^]', '[^\\d]', '[\\W_]'],
      ...[
        '[-a]',
        '[a-]',
        '[+--]',
        '[\\b]',
        '[\\]-^]',
        '[^a-zé]',
        '[\\u{1F5FF}-\\u{1F601}]',
        '[\\ud83d\\ude00]',
        '[^\\P{L}]',
      ],
    ]
    const characters = [...'09azAZ_-+.]^\t\b\n\0\u00a0\u2028éß😀']
    // `judgeCost` knows only the ASCII characters of a Unicode property, and treats the property as if it had all
    // characters beyond ASCII.
    const holds = (source: string, character: string): boolean =>
      new RegExp(`^${source}$`, 'u').test(character) || (/\\p/i.test(source) && character > '\x7f')
    const quote = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

    const wrong = classes.flatMap((source) =>
      characters
        .filter((one) => holds(source, one) !== (problemOf(`(?:${source}|${quote(one)})*`) !== undefined))
        .map((one) => `${source} ${JSON.stringify(one)}`),
    )

    expect(wrong).toEqual([])
  })

  it.each([
    ['the end or "!"', ''],
    ['"[0-9]"', '[0-9]'],
    ['"x"', 'x'],
    ['"-?"', '-?'],
  ])(
    'judgeCost() refuses several overlapping character classes in a row, whether their quantifiers have a limit or not, before %s',
    (_end, end) => {
      const thrice = (one: string, other = one, third = one) => `${one}${other}${third}${end || '!'}`
      const slow = [
        thrice('[a-z]{1,1000}'),
        thrice('[a-z]{1,1000}', '[a-y]{1,1000}', '[a-x]{1,1000}'),
        `(?:[a-z]{1,1000}){3}${end}`,
        `(?:[a-z]{1,500}-?){1,3}${end}`,
        `\\w*${thrice('[a-z]*')}\\w*${end || '!'}`,
        `[a-z]*${thrice('[b-z]*', '[c-z]*', '[d-z]*')}[e-z]*${end || '!'}`,
        `(?:[a-z]*)${thrice('[a-z]{0,90}')}[a-z]*${end || '!'}`,
      ]

      expect(refused(slow)).toEqual(slow)
    },
  )

  it('judgeCost() accepts tokens of long values that can be matched in few ways', () => {
    const sources = [
      '[0-9a-f]{128}',
      '[a-z]{1,1000}',
      '[a-z]{1,500}[0-9]{1,500}',
      '[a-z]{1,500}-[a-z]{1,500}-[a-z]{1,500}',
      '[a-z]{1,200}[a-z0-9]{1,200}',
      '(?:[a-z0-9-]{1,63}\\.){1,8}[a-z]{2,63}',
      '[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+',
      '[a-z]{1,99999999}',
    ]

    expect(refused(sources)).toEqual([])
  })

  it('judgeCost() reports a problem that quotes the smallest part with too many steps', () => {
    const part = '[a-z]{1,999}[a-z]{1,999}[a-z]{1,999}[0-9]'

    expect(problemOf(`x-(?:${part}|y)`)).toBe(
      `"${part}" can read 3000 characters in so many ways that one value takes more than five million steps`,
    )
  })

  it('judgeCost() returns an upper bound, up to a factor, for the steps of a backtracking matcher', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        const source = sourceOf(expression)
        for (const length of [6, 12, 24]) {
          const { steps, problem } = judgeCost(parseExpression(source), length)
          if (problem !== undefined) continue
          const most = 5 * source.length * steps
          for (const prefix of ['', 'a', 'b']) {
            for (const word of WORDS) countSteps(expression, `${prefix}${word.repeat(length / word.length)}c`, most)
          }
        }
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('longestOf', () => {
  it('longestOf() adds up the lengths that the parts can match', () => {
    expect(longest('')).toBe(0)
    expect(longest('\\d{4}-\\d{2}')).toBe(7)
    expect(longest('(?:en|deu|fr)')).toBe(3)
    expect(longest('(?:a{2,5}b?){3}')).toBe(18)
    expect(longest('(?:)*a')).toBe(1)
  })

  it('longestOf() counts UTF-16 units', () => {
    expect(longest('[a-zé]{3}')).toBe(3)
    expect(longest('\\u{1F600}')).toBe(2)
    expect(longest('[^-]{3}')).toBe(6)
  })

  it('longestOf() returns Infinity if the expression sets no limit', () => {
    expect(longest('a*')).toBe(Infinity)
    expect(longest('a|(?:b+){2}')).toBe(Infinity)
    expect(longest('a{3,}?')).toBe(Infinity)
  })
})

describe('findUnsupported', () => {
  it('findUnsupported() names an unsupported construct and its position', () => {
    expect(findUnsupported('(?=a)a')).toBe('a lookahead "(?=" at position 0')
    expect(findUnsupported('a(?!b)')).toBe('a lookahead "(?!" at position 1')
    expect(findUnsupported('(?<=a)b')).toBe('a lookbehind "(?<=" at position 0')
    expect(findUnsupported('(?<!a)b')).toBe('a lookbehind "(?<!" at position 0')
    expect(findUnsupported('x(?<year>\\d+)')).toBe('a named group "(?<year>" at position 1')
    expect(findUnsupported('(a)\\1')).toBe('a back reference "\\1" at position 3')
    expect(findUnsupported('\\k<year>')).toBe('a back reference "\\k<year>" at position 0')
    expect(findUnsupported('^a')).toBe('an anchor "^" at position 0')
    expect(findUnsupported('a$')).toBe('an anchor "$" at position 1')
    expect(findUnsupported('a\\b')).toBe('an anchor "\\b" at position 1')
    expect(findUnsupported('\\Ba')).toBe('an anchor "\\B" at position 0')
    expect(findUnsupported('(?i:a)')).toBe('a group with flags "(?i:" at position 0')
    expect(findUnsupported('(?-i:a)')).toBe('a group with flags "(?-i:" at position 0')
  })

  it('findUnsupported() finds nothing in groups, classes and escapes', () => {
    expect(findUnsupported('(?:a)(b)|\\(\\^\\$\\\\1')).toBeUndefined()
    expect(findUnsupported('[\\b^$(?=\\]^]+\\0\\u{41}')).toBeUndefined()
  })

  it('findUnsupported() reports groups that nest more than 200 deep', () => {
    const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`

    expect(findUnsupported(nested(200))).toBeUndefined()
    expect(findUnsupported('(a)'.repeat(300))).toBeUndefined()
    expect(findUnsupported(nested(201))).toBe('a group nested more than 200 deep at position 200')
  })
})

type Sample =
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'pair'; readonly between: '' | '|'; readonly left: Sample; readonly right: Sample }
  | {
      readonly kind: 'repeat'
      readonly body: Sample
      readonly sign: string
      readonly min: number
      readonly max: number
    }

const SIGNS = [
  { sign: '*', min: 0, max: Infinity },
  { sign: '+', min: 1, max: Infinity },
  { sign: '?', min: 0, max: 1 },
  { sign: '{2}', min: 2, max: 2 },
  { sign: '{0,3}', min: 0, max: 3 },
]

const WORDS = ['a', 'b', 'ab', 'ba', 'aab', 'aba', 'baa', 'abb', 'bab', 'bba']

const { sample: expressions } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 6 },
    { weight: 2, arbitrary: fc.constantFrom('a', 'b').map((text): Sample => ({ kind: 'character', text })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie('sample'), fc.constantFrom(...SIGNS))
        .map(([body, counts]): Sample => ({ kind: 'repeat', body, ...counts })),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(tie('sample'), fc.constantFrom('' as const, '|' as const), tie('sample'))
        .map(([left, between, right]): Sample => ({ kind: 'pair', between, left, right })),
    },
  ),
}))

function sourceOf(sample: Sample): string {
  if (sample.kind === 'character') return sample.text
  if (sample.kind === 'repeat') return `(?:${sourceOf(sample.body)})${sample.sign}`
  return `(?:${sourceOf(sample.left)}${sample.between}${sourceOf(sample.right)})`
}

/**
 * Matches a value by backtracking as JavaScript engines do, and counts the steps. Throws if there are more steps than
 * `limit`.
 */
function countSteps(sample: Sample, value: string, limit: number): number {
  let steps = 0
  type Rest = (at: number) => boolean

  const match = (part: Sample, at: number, rest: Rest): boolean => {
    if (++steps > limit) throw new Error(`${sourceOf(sample)} takes more than ${limit} steps on ${value}`)
    if (part.kind === 'character') return value[at] === part.text && rest(at + 1)
    if (part.kind === 'repeat') return repeat(part.body, part.min, part.max, at, rest)
    if (part.between === '|') return match(part.left, at, rest) || match(part.right, at, rest)
    return match(part.left, at, (end) => match(part.right, end, rest))
  }
  const repeat = (body: Sample, min: number, max: number, at: number, rest: Rest): boolean => {
    const again: Rest = (end) => (min > 0 || end > at) && repeat(body, Math.max(min - 1, 0), max - 1, end, rest)
    return (max > 0 && match(body, at, again)) || (min === 0 && rest(at))
  }

  match(sample, 0, (end) => end === value.length)
  return steps
}
