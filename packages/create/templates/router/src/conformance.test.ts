import { routerConformance } from '@app/router/conformance'
import { test } from 'vitest'
import { LinearRouter } from './index.ts'

for (const { name, check } of routerConformance(new LinearRouter())) test(name, check)
