import { canonicalPath, type RouterInterface } from '@app/router'
import { answerTarget } from './answer-target.ts'
import { fixture } from './fixture.ts'
import { hostileTarget } from './hostile-target.ts'
import { SeededRandom } from './seeded-random.ts'

/** The results for the targets that were sent: `bypasses` and `strays` have to be empty. */
export interface FuzzReport {
  readonly targets: number
  readonly reached: number
  /** Targets whose requests reached the handler without having passed the guard. */
  readonly bypasses: readonly string[]
  /**
   * Targets whose requests reached the handler although they mean another path, missed it although they mean its path,
   * or were answered with a status of 500 or more.
   */
  readonly strays: readonly string[]
}

/** Sends random targets to an application in this process; the same seed gives the same targets. */
export async function fuzz(router: RouterInterface, targets: number, seed: number): Promise<FuzzReport> {
  const random = new SeededRandom(seed)
  const app = fixture(router, () => undefined)
  const bypasses: string[] = []
  const strays: string[] = []
  let reached = 0
  for (let i = 0; i < targets; i++) {
    const target = hostileTarget(random)
    const { status, headers } = await answerTarget(app, target, WITH_TOKEN)
    const isSecret = headers.has('x-handler')
    if (isSecret) reached++
    if (isSecret && headers.get('x-guard') !== 'pass') bypasses.push(target)
    if (status >= 500 || isSecret !== leadsToSecret(target)) strays.push(target)
  }
  return { targets, reached, bypasses, strays }
}

const WITH_TOKEN = { headers: { 'x-token': 'letmein' } }

/** Checks whether a target means `/admin/secret`. Characters beyond ASCII are encoded first, as clients do. */
function leadsToSecret(written: string): boolean {
  const target = written.replace(/[^\x00-\x7f]+/g, encodeURI)
  if (target.includes('#')) return false
  const [path = ''] = target.replace(AUTHORITY, '').split('?', 1)
  return canonicalPath(path) === '/admin/secret'
}

/** The scheme and the authority before the path, if the target is a whole URL. Source: RFC 3986 section 3.2. */
const AUTHORITY = /^https?:\/\/(?:[\w\-.~!$&'()*+,;=%:]*@)?(?:\[[\da-f:.]+\]|[\w\-.~!$&'()*+,;=%]+)(?::\d*)?(?=[/?]|$)/i
