import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { configProvider as forJobs, handlerFor, JOB_RUNNER_SERVICE, JOBS_SERVICE, job, jobRunner } from '@app/jobs'
import { expect, test } from 'vitest'
import { configProvider } from './index.ts'
import { record } from './recording.test-kit.ts'

const recording = record()

async function application(opentelemetry: object): Promise<Application> {
  const own = {
    opentelemetry,
    middleware_pipeline: { first: { middleware: () => text('first'), priority: 10_000 } },
  }
  const config = await resolveConfig(defineConfig([core, configProvider, () => own]), { env: {} })
  return createContainer(config).get(Application.SERVICE)
}

test('the pipeline entry @app/opentelemetry is before all others, and takes the options of the section opentelemetry', async () => {
  const section: Config['opentelemetry'] = { query: true }
  const app = await application(section)
  await app.check()
  expect(app.describe().items[0]).toMatchObject({
    kind: 'service',
    name: '@app/opentelemetry',
    entry: { key: 'middleware_pipeline.@app/opentelemetry', priority: 11_000 },
  })
  await app.request('/?page=2')
  expect(recording.spans().map(({ attributes }) => attributes['url.query'])).toEqual(['page=2'])
})

test('the error for a wrong option in the section opentelemetry names the key of the option, and where it was set', async () => {
  await expect((await application({ metrics: 1 })).check()).rejects.toThrow(
    /opentelemetry\.metrics \(.*\): "metrics" must be true or false/,
  )
})

test('jobs are traced from the start of the program to its end', async () => {
  const send = job({ name: 'configured.send' })
  const own = { jobs: { handlers: { 'configured.send': handlerFor(send, () => undefined) }, run: false } }
  const config = await resolveConfig(defineConfig([core, configProvider, forJobs, () => own]), { env: {} })
  const container = createContainer(config)
  await container.start()
  await container.get(JOBS_SERVICE).add(send)
  await container.get(JOB_RUNNER_SERVICE).drain()
  expect(recording.spans().map(({ name }) => name)).toEqual(['run configured.send'])
  const queue = container.get(JOBS_SERVICE)
  await container[Symbol.asyncDispose]()
  await queue.add(send)
  await jobRunner(queue, { handlers: [handlerFor(send, () => undefined)] }).drain()
  expect(recording.spans()).toHaveLength(1)
})
