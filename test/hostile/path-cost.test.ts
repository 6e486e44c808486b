import { canonicalPath } from '@app/router'
import { expect, test } from 'vitest'

/** The length of the targets, which is below node's limit for the head of a request. */
const LENGTH = 15_360

/**
 * The CPU that a hostile path may cost, as a multiple of the CPU of a plain path of the same length. An implementation
 * that used regular expressions would take up to 76 times as much.
 */
const MOST_TIMES = 20
const ROUNDS = 20
const CALLS = 20

function full(piece: string, end = ''): string {
  return `/${piece.repeat(Math.floor((LENGTH - 1 - end.length) / piece.length))}${end}`
}

const plain = full('a')

test.each([
  ['braces', full('{')],
  ['encoded letters', full('%41')],
  ['short segments with an encoded tilde', full('%7e/')],
  ['slashes', full('/', '%41')],
  ['dot segments', full('a/../')],
  ['encoded dot segments', full('%2e%2e/')],
  ['long characters in lower case', full('%e2%82%ac')],
  ['a percent sign at the end', full('%41/', '%')],
  ['a character that is cut off at the end', full('%e2%82%ac/', '%e2')],
])(
  'making a path with %s canonical takes at most a small multiple of the CPU time for a plain path',
  (_name, hostile) => {
    const cost = (path: string): number => {
      const before = process.cpuUsage()
      // V8 may delay the work of joining strings until the result is read; reading one character makes V8 do that work
      // within the measured time.
      for (let call = 0; call < CALLS; call++) if (canonicalPath(path)?.charCodeAt(0) === 0) throw new Error(path)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    let times = Number.POSITIVE_INFINITY
    let [leastPlain, leastHostile] = [times, times]
    // The hostile and the plain path take turns, so that other work of this machine affects both; the lowest CPU time
    // of each is compared.
    for (let round = 0; round < ROUNDS && (round < 3 || times >= MOST_TIMES); round++) {
      leastPlain = Math.min(leastPlain, cost(plain))
      leastHostile = Math.min(leastHostile, cost(hostile))
      times = leastHostile / leastPlain
    }
    expect(times).toBeLessThan(MOST_TIMES)
  },
)
