import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider, text } from '@app/core'
import {
  configProvider as forJobs,
  handlerFor,
  JOB_RUNNER_SERVICE,
  JOBS_SERVICE,
  type Jobs,
  job,
  memoryJobs,
  UnrecoverableError,
} from '@app/jobs'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, expectTypeOf, test } from 'vitest'
import { application, inspect } from '../inspected.test.helper.ts'
import type { Queue, ShownJobs } from './shown-jobs.ts'

const charge = job<{ card: string }>({ name: 'shop.charge', retries: 1, backoff: 60 })
const sweep = job({ name: 'shop.sweep' })
const engine = memoryJobs()

async function configured(jobs: object = { engine: memoryJobs() }) {
  const router = { dependencies: { services: { '@app/router/RouterInterface': new FindMyWayRouter() } } }
  const handlers = {
    'shop.charge': handlerFor(charge, ({ card }) => {
      if (card === '4111')
        throw new UnrecoverableError(`The card ${card} is refused:\n    at the bank, password=hunter2`)
      throw new Error('The bank is away.')
    }),
  }
  const own = { jobs: { handlers, onError: () => undefined, ...jobs } }
  const config = await resolveConfig(defineConfig([configProvider, forJobs, router as never, own as never]))
  const container = createContainer(config)
  const inspected = inspect(container.get(Application.SERVICE))
  const post = (path: string, origin = 'http://localhost') =>
    inspected.request(`/_app${path}`, { method: 'POST', headers: { origin } })
  const shown = () => inspected.ask<ShownJobs>('/jobs')
  return {
    ...inspected,
    post,
    shown,
    queue: () => container.get(JOBS_SERVICE),
    runner: () => container.get(JOB_RUNNER_SERVICE),
  }
}

test('the inspector uses of a queue what @app/jobs has', () => {
  expectTypeOf<Jobs>().toExtend<Queue>()
})

test('the inspector shows jobs that have failed, run and wait, with the error and without data and secrets', async () => {
  const { queue, runner, shown, request } = await configured({ engine })
  const id = await queue().add(charge, { card: '4111' }, { key: 'order 7' })
  await queue().add(charge, { card: '5500' })
  await queue().add(sweep, undefined, { delay: 600 })
  await runner().drain()
  await queue().add(sweep)
  await engine.take(['shop.sweep'], 60)
  const found = await shown()
  expect(found).toMatchObject({
    counts: { failed: 1, running: 1, waiting: 2 },
    failed: [{ id, name: 'shop.charge', key: 'order 7', attempts: 1, added: expect.any(Number) as unknown }],
    running: [{ name: 'shop.sweep', attempts: 1 }],
    waiting: [
      { name: 'shop.sweep', attempts: 0 },
      { name: 'shop.charge', attempts: 1, error: { name: 'Error', message: 'The bank is away.' } },
    ],
  })
  const [failed] = found.failed
  expect(failed?.error).toMatchObject({
    name: 'UnrecoverableError',
    message: 'The card 4111 is refused:\n    at the bank, password=********',
  })
  const [first] = failed?.error?.frames ?? []
  expect([first?.place, first?.link, first?.isOwn]).toEqual([
    expect.stringMatching(/shown-jobs\.test\.ts\S*:\d+:\d+$/),
    expect.stringMatching(/^vscode:\/\/file\/.*shown-jobs\.test\.ts\S*:\d+:\d+$/),
    true,
  ])
  expect(found.running[0]).not.toHaveProperty('due')
  expect((found.waiting[1]?.due ?? 0) - Date.now()).toBeGreaterThan(25_000)
  expect(JSON.stringify(found)).not.toMatch(/5500|hunter2/)
  expect(await (await request('/_app/')).text()).toContain('<body data-jobs="true">')
})

test('a failed job runs again or is dropped from the inspector, by its own pages alone; others are left', async () => {
  const { queue, runner, shown, post } = await configured()
  for (const card of ['4111', '4111', '5500']) await queue().add(charge, { card })
  await runner().drain()
  const { failed, waiting } = await shown()
  const [one, two] = failed.map(({ id }) => id)
  expect((await post(`/jobs/${one}/retry`, 'https://evil.example')).status).toBe(403)
  expect((await post(`/jobs/${one}/retry`)).status).toBe(200)
  expect((await post(`/jobs/${two}/remove`)).status).toBe(200)
  const left = await shown()
  expect(left.failed).toEqual([])
  expect(left.waiting).toMatchObject([{ attempts: 1 }, { id: one, attempts: 0 }])
  for (const action of ['retry', 'remove']) {
    const refused = await post(`/jobs/${waiting[0]?.id}/${action}`)
    expect([refused.status, await refused.json()]).toEqual([404, { message: 'This job is no failed job any more.' }])
  }
  expect((await shown()).waiting).toHaveLength(2)
})

test('jobs that cannot be asked for are a problem that the page shows, without secrets', async () => {
  const away = () => Promise.reject(new Error('connect postgres://ada:hunter2@db failed'))
  const { ask, post } = await configured({ engine: { ...memoryJobs(), counts: away, retry: away } })
  expect(await ask('/jobs')).toEqual({ problem: 'connect postgres://********@db failed' })
  const answer = await post(`/jobs/${crypto.randomUUID()}/retry`)
  expect([answer.status, await answer.json()]).toEqual([500, { message: 'connect postgres://********@db failed' }])
})

test('an application without @app/jobs has no part about jobs', async () => {
  const app = application().pipe(() => text('x'))
  const inspected = inspect(app)
  expect(await (await inspected.request('/_app/')).text()).toContain('<body data-jobs="false">')
  for (const path of ['/jobs', `/jobs/${crypto.randomUUID()}/retry`]) {
    expect((await inspected.request(`/_app${path}`)).status).toBe(404)
  }
})
