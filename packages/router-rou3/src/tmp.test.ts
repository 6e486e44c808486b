import { Route, type RouterInterface } from '@app/router'
import { compareWithReference, routerConformance } from '@app/router/conformance'
import fc from 'fast-check'
import { it } from 'vitest'
import { Rou3Router } from './index.ts'
const padding = Array.from({ length: 600 }, (_, i) => new Route(`/padding${i}/{id}`, undefined, ['GET']))
const router = new Rou3Router()
const large: RouterInterface = { traits: router.traits, compile: (routes) => router.compile([...routes, ...padding]) }
it('ref', () => {
  fc.assert(fc.property(fc.gen(), (choose) => {
    compareWithReference(large, (count) => choose(fc.nat, { max: count - 1 }), 40)
  }), { numRuns: 15000 })
}, 6000000)
