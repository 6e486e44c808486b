import type { SeededRandom } from './seeded-random.ts'

/**
 * A request target that means `/admin/secret` and looks different, or that looks like `/admin/secret` and means another
 * path. Most targets have one to three oddities, so that many still reach the handler.
 */
export function hostileTarget(random: SeededRandom): string {
  const oddity = random.chance(0.5) ? 0.15 : random.chance(0.7) ? 0.4 : 0.9
  const part = (list: readonly string[], plain: string, probability = oddity) =>
    random.chance(probability) ? random.pick(list) : plain
  const word = (plain: string) => (random.chance(oddity) ? oddWord(plain, random) : plain)
  const target =
    part(STARTS, '', oddity * 0.6) +
    part(BORDERS, '/') +
    word('admin') +
    part(BORDERS, '/') +
    word('secret') +
    part(ENDS, '')
  if (!random.chance(0.05)) return target
  const at = random.below(target.length)
  return target.slice(0, at) + random.pick(BORDERS) + target.slice(at)
}

function oddWord(word: string, random: SeededRandom): string {
  const kind = random.next()
  if (kind < 0.4) return encoded(word, random.next(), random)
  if (kind < 0.6) return inOtherCase(word, random.next(), random)
  if (kind < 0.75) return encoded(inOtherCase(word, 0.3, random), 0.3, random)
  const at = random.below(word.length + 1)
  return word.slice(0, at) + random.pick(INSERTED) + word.slice(at)
}

function encoded(word: string, probability: number, random: SeededRandom): string {
  const encode = (character: string) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0')
    return `${random.chance(0.15) ? '%25' : '%'}${random.chance(0.5) ? hex : hex.toUpperCase()}`
  }
  return [...word].map((character) => (random.chance(probability) ? encode(character) : character)).join('')
}

function inOtherCase(word: string, probability: number, random: SeededRandom): string {
  return [...word].map((character) => (random.chance(probability) ? character.toUpperCase() : character)).join('')
}

const STARTS = (
  'http://h HTTP://h https://h:1 http://a@h http://h\\ //h /x/.. /. /%2e /public/.. /public/%2e%2e ftp://h http: http:/ ' +
  'http://h? http://h# http:// . * /@h /;x /admin/.. /ADMIN/.. /admin%2f.. javascript: \\ /\\ %2f ./ ../ ?'
).split(' ')
const BORDERS = (
  '/ // /// /./ /x/../ \\ %2f %2F %5c %252f /%2e/ /y/%2e%2e/ /.%2e/ ;/ /;/ ;a=b/ %00/ /%00/ /..;/ \\/ /\\ %09/ \t/ /%20 ' +
  '%c0%af %ef%bc%8f /..%2f %3b/ .;/ /.// //../ /%2E%2e//'
).split(' ')
const ENDS = (
  '/ // ? ?x # #x ; ;x %00 %20 %0a %0d \\ . .. /. /.. /../secret /%2e % %2 %zz %2f %3f %23 /x/.. .json %ff * ~ + , : ' +
  '%2e%2e%2fsecret /./ /x/../ %e2%80%a8'
).split(' ')
const INSERTED =
  '% %2 \u00fc %00 . ; \t %0a %c4%b1 %e2%84%aa \u00ad %ad %e2%80%8b | ^ " %2e %2E%2E .. ~ %7E + %2B'.split(' ')
