import type { SeededRandom } from '../hostile/seeded-random.ts'

/**
 * Changes a string at one to six places: removes, repeats or reverses a piece of it, changes the case of the piece, or
 * percent-encodes one of its characters; or inserts a given word, a piece of another text, or an odd character, beside
 * the piece or in its place.
 */
export function mutate(text: string, words: readonly string[], other: string, random: SeededRandom): string {
  let result = text
  for (let count = 1 + random.below(random.chance(0.7) ? 2 : 6); count > 0; count--) {
    const from = random.below(result.length + 1)
    const to = Math.min(result.length, from + random.below(random.chance(0.7) ? 4 : 40))
    result = result.slice(0, from) + inPlaceOf(result.slice(from, to)) + result.slice(to)
  }
  return result.slice(0, LONGEST)

  function inPlaceOf(piece: string): string {
    const start = random.below(other.length + 1)
    const choices = [
      () => '',
      () => random.pick(words) + piece,
      () => random.pick(words),
      () => random.pick(ODD) + piece,
      () => random.pick(ODD),
      () => String.fromCharCode(random.below(random.chance(0.9) ? 128 : 0x10000)),
      () => piece + piece,
      () => piece.repeat(2 + random.below(30)),
      () => piece + other.slice(start, start + random.below(30)),
      () => other.slice(start, start + random.below(30)),
      () => (random.chance(0.5) ? piece.toUpperCase() : piece.toLowerCase()),
      () => piece.replace(/[\x21-\x7e]/, (one) => `%${one.charCodeAt(0).toString(16)}`),
      () => [...piece].reverse().join(''),
    ]
    return random.pick(choices)()
  }
}

const LONGEST = 1_500

const ODD = [
  ...[
    '\0',
    '\t',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '"',
    "'",
    '%',
    '%2',
    '%00',
    '%25',
    '%2f',
    '%ff',
    '%c3%a9',
    '\\',
    '\x7f',
    '\xa0',
  ],
  ...['\u00e9', '\u0130', '\u017f', '\u212a', '\u2028', '\ufeff', '\ud800', '\udc00', '\u{1f600}', '0', '-1', '1e9'],
  ...['__proto__', 'constructor', 'toString'],
]
