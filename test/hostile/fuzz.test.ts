import { expect, test } from 'vitest'
import { runs } from '../programs/sampled.ts'
import { fuzz } from './fuzz.ts'
import { createRouter, ROUTERS } from './routers.ts'

const TARGETS = Number(process.env.FUZZ_TARGETS ?? runs(50_000))
const SEED = Number(process.env.FUZZ_SEED ?? 1)

test.each(ROUTERS)(
  'with the router %s, a random request reaches the handler exactly if its target means the route, and only through the guard',
  async (router) => {
    const { reached, bypasses, strays } = await fuzz(await createRouter(router), TARGETS, SEED)
    expect({ bypasses, strays }).toEqual({ bypasses: [], strays: [] })
    expect(reached).toBeGreaterThan(TARGETS / 10)
  },
  600_000,
)
