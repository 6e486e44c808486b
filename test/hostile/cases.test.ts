import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampled } from '../programs/sampled.ts'
import { ATTACK_CASES } from './attack-case.ts'
import { judgeCase } from './judge-case.ts'
import { ROUTERS } from './routers.ts'
import { type StartedFixture, startFixture } from './started-fixture.ts'

const cases = sampled(
  ATTACK_CASES.flatMap((attack) => ROUTERS.map((router) => ({ ...attack, attack, router }))),
  ({ attack }) => attack,
)

describe.each(ROUTERS)('with the router %s', (router) => {
  let fixture: StartedFixture

  beforeAll(async () => {
    fixture = await startFixture(router)
  })

  afterAll(async () => {
    fixture.stop('SIGKILL')
    await fixture.ended
  })

  test.each(cases.filter((one) => one.router === router))('$id: $why', async ({ attack }) => {
    expect(await judgeCase(attack, fixture.port)).toEqual([])
  })

  test('no attack has added a property to the prototype of all objects', async () => {
    const canary = await fetch(`http://127.0.0.1:${fixture.port}/canary`)
    expect(await canary.json()).toEqual({ polluted: null, isAdmin: null })
  })
})
