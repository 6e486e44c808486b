import { expect, test } from 'vitest'
import type { SessionStore } from './index.ts'
import { type Step, USER_ID, Visitor, visited } from './visitor.test.helper.ts'

/** What the owner of a session does, by paths, while a thief with a copy of the cookie holds a request open. */
const MEANWHILE: Readonly<Record<string, readonly string[]>> = {
  'does nothing': [],
  'logs out': ['log-out'],
  'renews the session': ['renew'],
  'renews the session twice': ['renew', 'renew'],
  'renews the session and logs out': ['renew', 'log-out'],
  'renews the session twice and logs out': ['renew', 'renew', 'log-out'],
}

const HELD: Readonly<Record<string, Step>> = {
  writes: (visit) => visit.set({ name: 'x' }, 1),
  renews: (visit) => visit.regenerate(),
  destroys: (visit) => visit.destroy(),
  reads: (visit) => visit.get(USER_ID),
}

/** Tests what a request that a thief has held open can still do. `stores` makes the same store for two processes. */
export function testRenewals(stores: () => readonly [SessionStore, SessionStore]): void {
  const cells = Object.entries(MEANWHILE).flatMap(([meanwhile, paths]) =>
    Object.entries(HELD).flatMap(([held, step]) =>
      ['one process', 'two processes'].map((where) => ({ meanwhile, paths, held, step, where })),
    ),
  )

  test.each(cells)(
    'a held request that $held a session, whose owner $meanwhile meanwhile, does not outlive a log-out, in $where',
    async ({ paths, held, step, where }) => {
      const { owner, thief, holds } = await holding(stores(), where, step)
      const { letGo, answered } = await holds()
      for (const path of paths) expect(await owner.ask(path)).toEqual([200, null])
      letGo()
      const [status] = await answered
      const isOver = paths.includes('log-out')
      const isRenewed = paths.includes('renew')
      const isRefused = (held === 'writes' && (isOver || isRenewed)) || (held === 'renews' && isOver)
      expect(status).toBe(isRefused ? 409 : 200)
      const isAlive = !isOver && held !== 'destroys'
      const alone = held === 'renews' && !isRenewed
      expect(await owner.ask('who')).toEqual([200, isAlive && !alone ? 7 : 'nobody'])
      expect(await thief.ask('who')).toEqual([200, isAlive && (held === 'renews' || !isRenewed) ? 7 : 'nobody'])
      // If only the thief has renewed the session, the owner is logged out, and has no session to end.
      if (alone) return
      await owner.ask('log-out')
      expect(await thief.ask('who')).toEqual([200, 'nobody'])
    },
  )

  test.each(['one process', 'two processes'])(
    'a log-out ends the sessions of all requests that renewed one session, in %s',
    async (where) => {
      const { owner, thief, holds } = await holding(stores(), where, HELD.renews as Step)
      const all = [await holds(), await holds(), await holds()]
      await owner.ask('renew')
      const jars: string[] = []
      for (const { letGo, answered } of all) {
        letGo()
        expect((await answered)[0]).toBe(200)
        expect(await thief.ask('who')).toEqual([200, 7])
        jars.push(await thief.cookies())
      }
      expect(await thief.ask('renew')).toEqual([200, null])
      jars.push(await thief.cookies())
      expect(new Set(jars).size).toBe(4)
      await owner.ask('log-out')
      for (const cookies of jars) {
        await thief.takes(cookies)
        expect(await thief.ask('who')).toEqual([200, 'nobody'])
      }
      await owner.ask('log-in')
      expect(await owner.ask('who')).toEqual([200, 7])
    },
  )
}

/** The owner of a session, and a thief with its cookie, whose requests wait for `letGo`. */
async function holding(stores: readonly [SessionStore, SessionStore], where: string, step: Step) {
  const there: (() => void)[] = []
  const go: Promise<void>[] = []
  const steps: Record<string, Step> = {
    'log-in': (visit) => visit.set(USER_ID, 7),
    'log-out': (visit) => visit.destroy(),
    renew: (visit) => visit.regenerate(),
    who: (visit) => visit.get(USER_ID) ?? 'nobody',
    held: async (visit) => {
      there.pop()?.()
      await go.pop()
      return step(visit) ?? null
    },
  }
  const apps = stores.map((store) => visited({ store }, steps).app) as [never, never]
  const owner = new Visitor(where === 'one process' ? apps[0] : apps[1])
  const thief = new Visitor(apps[0])
  await owner.ask('log-in')
  const stolen = await owner.cookies()
  await thief.takes(stolen)
  const holds = async () => {
    const [isThere, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    there.push(isThere.resolve)
    go.push(mayGo.promise)
    const answered = thief.ask('held')
    await isThere.promise
    return { letGo: mayGo.resolve, answered }
  }
  return { owner, thief, holds }
}
