import { compareWithReference, routerConformance } from '@app/router/conformance'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Rou3Router } from '@app/router-rou3'
import { TrouterRouter } from '@app/router-trouter'
import { describe, expect, test } from 'vitest'
import { runs, sampled } from '../../../test/programs/sampled.ts'
import { olderMethods } from './older-methods.ts'
import app from './usage.ts'

const routers = sampled([new FindMyWayRouter(), new TrouterRouter(), new Rou3Router()], () => 'router')

describe.each(routers)('around $constructor.name', (inner) => {
  const router = olderMethods(inner)

  for (const { name, check } of routerConformance(router)) test(name, check)

  test('a router that olderMethods() wraps gives the same results for random requests as the reference implementation of the conformance checks', () => {
    let seed = 1
    const choose = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % count
    }
    for (let table = 0; table < runs(100); table++) compareWithReference(router, choose)
  })
})

test('with olderMethods(), a route of POST also runs for HEAD and OPTIONS, but not for GET', async () => {
  const answers = ['POST', 'OPTIONS', 'HEAD', 'GET'].map((method) => app.request('/orders', { method }))
  const [post, options, head, get] = await Promise.all(answers)
  expect(await post?.text()).toBe('POST runs the route of POST.')
  expect(await options?.text()).toBe('OPTIONS runs the route of POST.')
  expect([head?.status, await head?.text()]).toEqual([200, ''])
  expect([get?.status, get?.headers.get('allow')]).toEqual([405, 'POST'])
})
