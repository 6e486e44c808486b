import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ORIGIN, USER } from './stack-cases.mjs'

/** The text of the short answers, which all compared servers in `toolbox/` share. */
export const NAME = 'Ada'

/**
 * The window of the rate limit in seconds: so long that its remaining time has the same number of digits in all
 * responses.
 */
export const DAY = 86_400

export const SMALL = 'a small file '.repeat(315)
export const LARGE = 'a larger file '.repeat(7_143)

/** The folder from which all compared servers serve the small and the large file. */
export const FILES = join(tmpdir(), 'bench-files')

mkdirSync(FILES, { recursive: true })
writeFileSync(join(FILES, 'small.txt'), SMALL)
writeFileSync(join(FILES, 'large.txt'), LARGE)

const headers = ['accept: text/plain', `origin: ${ORIGIN}`, 'user-agent: bench']
const text = { method: 'GET', headers, status: 200 }

/**
 * The cases of single packages. Case t runs no package, so that the difference to t is the cost of a package. The
 * cookie of the session is the one that the peer itself sets at `visit`.
 */
export const TOOLBOX_CASES = {
  t: { ...text, title: 'a text without any package', path: '/bare/name', answer: NAME, burst: 1_000 },
  u: {
    ...text,
    title: 'CORS',
    path: '/cors/name',
    answer: NAME,
    heads: [/^access-control-allow-origin: https:\/\/www\.example\.org\r?$/im],
    burst: 1_000,
  },
  v: {
    ...text,
    title: 'a rate limit, counted in memory',
    path: '/limited/name',
    answer: NAME,
    heads: [/^(x-)?ratelimit/im],
    burst: 1_000,
  },
  w: {
    ...text,
    title: 'a session, read from a sealed or signed cookie',
    path: '/session/name',
    visit: '/session/log-in',
    answer: USER,
    burst: 1_000,
  },
  x: { ...text, title: 'a file of 4 KB', path: '/static/small.txt', answer: SMALL, burst: 500 },
  y: { ...text, title: 'a file of 100 KB', path: '/static/large.txt', answer: LARGE, burst: 200 },
}
