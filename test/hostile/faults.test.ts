import { format } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FAULTS } from './faults.ts'
import { createRouter } from './routers.ts'
import { startVictim, type Victim } from './survive-faults.ts'

let victim: Victim
const escaped: unknown[] = []
const onEscape = (error: unknown) => escaped.push(error)

beforeAll(async () => {
  // The application's listener of errors throws as well, and the server logs the thrown errors to the console. The mock
  // keeps them out of the output of the test.
  vi.spyOn(console, 'error').mockImplementation((...values) => void format(...values))
  process.on('unhandledRejection', onEscape)
  process.on('uncaughtException', onEscape)
  victim = await startVictim(await createRouter('find-my-way'), FAULTS)
})

afterAll(async () => {
  await victim.stop()
  process.off('unhandledRejection', onEscape)
  process.off('uncaughtException', onEscape)
  vi.restoreAllMocks()
})

test.each(FAULTS)('the server reacts to this fault as required, and answers the next request: $name', async (fault) => {
  expect(await victim.suffer(fault)).toEqual([])
  expect(escaped.splice(0)).toEqual([])
})

test('the suite has at least sixty faults, each with a name of its own', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
  expect(FAULTS.length).toBeGreaterThanOrEqual(60)
})
