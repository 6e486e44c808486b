import test from 'node:test'
import { routerConformance } from '@app/router/conformance'
import { OutsideRouter } from './outside-router.js'

for (const { name, check } of routerConformance(new OutsideRouter())) test(name, check)
