import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findExponential, findUnsupported, longestMatch } from './token-safety.ts'

const refused = (sources: readonly string[]): string[] => sources.filter((source) => findExponential(source))

describe('findExponential', () => {
  it('accepts the tokens that routes use', () => {
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

  it('accepts a loop in which each value can be read in one way', () => {
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

  it('accepts polynomial time and ambiguous parts that are repeated a few times', () => {
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

  it('refuses a loop that reads one value in several ways', () => {
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

  it('refuses counts that make as many ways as a loop', () => {
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

  it('quotes the innermost ambiguous part and says what is wrong with it', () => {
    const tail = 'so one value can be split in exponentially many ways'

    expect(findExponential('x(?:-(a+)+)*')).toBe(`"(a+)+" repeats something that already repeats, ${tail}`)
    expect(findExponential('x|(a|aa)+')).toBe(`"(a|aa)+" repeats alternatives that overlap, ${tail}`)
    expect(findExponential('(a?b?)*')).toBe(`"(a?b?)*" repeats something that can be empty, ${tail}`)
    expect(findExponential('(a{1,2})*')).toBe(`"(a{1,2})*" repeats something of which a part may be missing, ${tail}`)
  })

  it('takes a count above 100 as unbounded and says so', () => {
    expect(findExponential('(?:\\d{500},)*')).toBeUndefined()
    expect(findExponential('(?:\\d{500},?)*')).toMatch(/\(counts above 100 are taken as unbounded\)$/)
  })

  it('refuses what is too large to check', () => {
    expect(findExponential('((a{90}b){90}c){90}')).toBeUndefined()
    expect(findExponential('(((a{90}b){90}c){90}d)*')).toBe('"(((a{90}b){90}c){90}d)*" is too large to check')
  })

  it('refuses what it does not model', () => {
    expect(findExponential('(?=a)a')).toBe('a lookahead "(?=" at position 0 cannot be checked')
  })

  it('knows which characters a class holds', () => {
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
    // Beyond ASCII a Unicode property is taken to hold everything.
    const holds = (source: string, character: string): boolean =>
      new RegExp(`^${source}$`, 'u').test(character) || (/\\p/i.test(source) && character > '\x7f')
    const quote = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

    const wrong = classes.flatMap((source) =>
      characters
        .filter((one) => holds(source, one) !== (findExponential(`(?:${source}|${quote(one)})*`) !== undefined))
        .map((one) => `${source} ${JSON.stringify(one)}`),
    )

    expect(wrong).toEqual([])
  })

  it('accepts only what a backtracking matcher gets through in polynomial time', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        fc.pre(findExponential(sourceOf(expression)) === undefined)
        const growth = 2 ** (repeatsIn(expression) + 3)
        for (const prefix of ['', 'a', 'b']) {
          for (const word of WORDS) {
            const pumped = (times: number): string => `${prefix}${word.repeat(times)}c`
            const six = countSteps(expression, pumped(6), 1_000_000)
            const twelve = countSteps(expression, pumped(12), six * growth)
            countSteps(expression, pumped(24), twelve * growth)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('longestMatch', () => {
  it('adds up what each part can hold', () => {
    expect(longestMatch('')).toBe(0)
    expect(longestMatch('\\d{4}-\\d{2}')).toBe(7)
    expect(longestMatch('(?:en|deu|fr)')).toBe(3)
    expect(longestMatch('(?:a{2,5}b?){3}')).toBe(18)
    expect(longestMatch('(?:)*a')).toBe(1)
  })

  it('counts UTF-16 units', () => {
    expect(longestMatch('[a-zé]{3}')).toBe(3)
    expect(longestMatch('\\u{1F600}')).toBe(2)
    expect(longestMatch('[^-]{3}')).toBe(6)
  })

  it('is infinite where nothing limits the length', () => {
    expect(longestMatch('a*')).toBe(Infinity)
    expect(longestMatch('a|(?:b+){2}')).toBe(Infinity)
    expect(longestMatch('a{3,}?')).toBe(Infinity)
  })

  it('is infinite where it is not known', () => {
    expect(longestMatch('(a)\\1')).toBe(Infinity)
  })
})

describe('findUnsupported', () => {
  it('names the construct and its position', () => {
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

  it('finds nothing in groups, classes and escapes', () => {
    expect(findUnsupported('(?:a)(b)|\\(\\^\\$\\\\1')).toBeUndefined()
    expect(findUnsupported('[\\b^$(?=\\]^]+\\0\\u{41}')).toBeUndefined()
  })

  it('refuses groups that nest too deep to walk', () => {
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

function repeatsIn(sample: Sample): number {
  if (sample.kind === 'character') return 0
  return sample.kind === 'repeat' ? 1 + repeatsIn(sample.body) : repeatsIn(sample.left) + repeatsIn(sample.right)
}

/** The steps in which a matcher that backtracks like JavaScript's fails or succeeds; throws above the limit. */
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
