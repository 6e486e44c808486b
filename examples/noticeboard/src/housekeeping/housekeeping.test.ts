import { join } from 'node:path'
import { resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import type { TypedContainer } from '@app/core'
import { JOB_RUNNER_SERVICE, jobRunner, jobs, memoryJobs } from '@app/jobs'
import { expect, onTestFinished, test } from 'vitest'
import definition from '../../config/config.ts'
import { housekeeping, keepHouse } from './housekeeping.ts'

test('the program runs housekeeping by a schedule', async () => {
  const env = { DATABASE_FILE: ':memory:', HOUSEKEEPING: '30 4 * * *' }
  const config = await resolveConfig(definition, { root: join(import.meta.dirname, '../..'), env })
  const container = createContainer(config)
  onTestFinished(() => container.dispose())
  expect(config).toMatchObject({ jobs: { schedule: { housekeeping: '30 4 * * *' } } })
  const runner = container.get(JOB_RUNNER_SERVICE)
  // This would throw for a schedule whose job has no handler.
  await runner.start()
  expect(await runner.names()).toContain('housekeeping')
})

test('if a chore fails, the others still run, and the job is tried again', async () => {
  let tidied = 0
  const services = { broken: { tidy: () => Promise.reject(new Error('no')) }, rooms: { tidy: () => ++tidied } }
  const config = { housekeeping: { chores: ['broken', 'rooms'] }, dependencies: { services } }
  const queue = jobs({ engine: memoryJobs() })
  const handlers = [keepHouse(createContainer(config) as TypedContainer)]
  await using runner = jobRunner(queue, { handlers, onError: () => undefined })
  await queue.add(housekeeping)
  expect(await runner.drain()).toMatchObject([{ name: 'housekeeping', state: 'waiting' }])
  expect(tidied).toBe(1)
})
