import { bodyFaults } from './body-faults.ts'
import { clientFaults } from './client-faults.ts'
import type { Fault } from './fault.ts'
import { handlerFaults } from './handler-faults.ts'
import { responseFaults } from './response-faults.ts'
import { serviceFaults } from './service-faults.ts'

/** All faults of the suite. */
export const FAULTS: readonly Fault[] = [
  ...handlerFaults,
  ...responseFaults,
  ...bodyFaults,
  ...clientFaults,
  ...serviceFaults,
]
