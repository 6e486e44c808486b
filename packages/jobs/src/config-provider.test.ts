import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { command } from './command.ts'
import {
  configProvider,
  handlerFor,
  JOB_RUNNER_SERVICE,
  JOBS_SERVICE,
  type JobsSection,
  job,
  jobs,
  memoryJobs,
  sqlJobs,
} from './index.ts'

const sendInvoice = job<{ id: number }>({ name: 'invoice.send', retries: 0 })
const sent: number[] = []

async function build(section: JobsSection & Record<string, unknown>, factories: Record<string, () => unknown> = {}) {
  sent.length = 0
  const own: Config = {
    jobs: section,
    dependencies: {
      factories: {
        'acme/send-invoice': async () =>
          handlerFor(sendInvoice, ({ id }) => {
            if (id < 0) throw new Error('There is no such invoice.\u001b[31m')
            sent.push(id)
          }),
        ...factories,
      },
    },
    middleware_pipeline: { hello: { middleware: () => text('Hello!') } },
  }
  const config = await resolveConfig(defineConfig([core, configProvider, own]), { root: import.meta.dirname })
  const container = createContainer(config)
  onTestFinished(() => container[Symbol.asyncDispose]())
  return container
}

const handlers = { 'invoice.send': 'acme/send-invoice' }

test('the runner starts with the program, and runs jobs by handlers that are services', async () => {
  const container = await build({ handlers, poll: 0.05, onError: () => undefined })
  await container.start()
  await container.get(JOB_RUNNER_SERVICE).check()
  await container.get(JOBS_SERVICE).add(sendInvoice, { id: 7 })
  await expect.poll(() => sent).toEqual([7])
})

test('errors of jobs go to the logger of the program, unless the section has a function for them', async () => {
  const lines: unknown[] = []
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: (...line: unknown[]) => lines.push(line) }
  const factories = { '@app/core/Logger': () => logger }
  const container = await build({ handlers, run: false }, factories)
  await container.get(JOBS_SERVICE).add(sendInvoice, { id: -1 })
  await container.get(JOB_RUNNER_SERVICE).drain()
  const values = { err: expect.any(Error), job: 'invoice.send', jobId: expect.any(String) }
  expect(lines).toEqual([[values, 'A job failed']])

  const heard: unknown[] = []
  const own = await build({ handlers, run: false, onError: (error) => heard.push(error) }, factories)
  await own.get(JOBS_SERVICE).add(sendInvoice, { id: -1 })
  await own.get(JOB_RUNNER_SERVICE).drain()
  expect([heard.length, lines.length]).toEqual([1, 1])
})

test('with `run: false`, this process only adds jobs, and a test drains them', async () => {
  const container = await build({ handlers, run: false })
  await container.start()
  await container.get(JOBS_SERVICE).add(sendInvoice, { id: 7 })
  expect(await container.get(JOBS_SERVICE).counts()).toEqual([{ name: 'invoice.send', state: 'waiting', count: 1 }])
  await container.get(JOB_RUNNER_SERVICE).drain()
  expect(sent).toEqual([7])
})

test('with `inline`, a job runs while it is added, also if nothing was started', async () => {
  const container = await build({ handlers, inline: true })
  await container.get(JOBS_SERVICE).add(sendInvoice, { id: 7 })
  expect(sent).toEqual([7])
})

test('the runner ends before the services of its handlers', async () => {
  const order: string[] = []
  const container = await build(
    { handlers: { 'invoice.send': 'acme/slow' }, poll: 0.05 },
    {
      'acme/slow': () => ({
        job: sendInvoice,
        async run() {
          order.push('begun')
          await new Promise((resolve) => setTimeout(resolve, 100))
          order.push('done')
        },
        dispose: () => order.push('disposed'),
      }),
    },
  )
  await container.start()
  await container.get(JOBS_SERVICE).add(sendInvoice, { id: 7 })
  await expect.poll(() => order).toEqual(['begun'])
  await container[Symbol.asyncDispose]()
  expect(order).toEqual(['begun', 'done', 'disposed'])
})

test('wrong sections are errors with the name of what is wrong', async () => {
  const failing = async (section: JobsSection & Record<string, unknown>) => (await build(section)).start()
  await expect(failing({ handler: {} })).rejects.toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining('"handlers"') })]),
  })
  const first = async (section: JobsSection & Record<string, unknown>) => {
    const container = await build(section)
    try {
      container.get(JOBS_SERVICE)
    } catch (error) {
      return String((error as Error).cause ?? error) + String(error)
    }
    return 'no error'
  }
  expect(await first({ handlers: { 'invoice.send': 'acme/send-invoce' } })).toContain(
    'Did you mean "acme/send-invoice"?',
  )
  expect(await first({ engine: 'acme/nothing' })).toContain('the container has no service "acme/nothing"')
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await first({ handlers })).toContain('outside of development and tests, jobs must not be kept in memory')
  await expect(
    failing({ engine: sqlJobs(new DatabaseSync(':memory:')), handlers: { other: 'acme/send-invoice' } }),
  ).rejects.toMatchObject({
    errors: [
      expect.objectContaining({ message: 'The handler of "other" is one of "invoice.send". Correct the name.' }),
    ],
  })
})

async function ask(file: string, ...args: readonly string[]) {
  const lines: string[] = []
  const container = await build({
    engine: sqlJobs(new DatabaseSync(file)),
    handlers,
    run: false,
    onError: () => undefined,
  })
  const state = args.find((arg) => arg.startsWith('--state='))?.slice(8)
  const options = { json: args.includes('--json'), ...(state !== undefined && { state }) }
  const code = await command.run({
    application: container.get(Application.SERVICE),
    root: import.meta.dirname,
    args: args.filter((arg) => !arg.startsWith('--')),
    options,
    print: (line) => lines.push(line),
    printError: (line) => lines.push(line),
  })
  return { code, text: lines.join('\n') }
}

test('app jobs counts, lists, retries, removes and drains', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'shop.db')
  expect(await ask(file)).toEqual({ code: 0, text: 'There are no jobs.' })
  const container = await build({ engine: sqlJobs(new DatabaseSync(file)), run: false })
  const queue = container.get(JOBS_SERVICE)
  await queue.add(sendInvoice, { id: 1 })
  const id = await queue.add(sendInvoice, { id: -1 }, { key: 'minus' })
  await queue.add(sendInvoice, { id: 3 }, { delay: 3_600 })
  expect(await ask(file)).toEqual({ code: 0, text: '     3  waiting  invoice.send' })
  const drained = await ask(file, 'drain')
  expect(drained.code).toBe(1)
  expect(drained.text).toContain(`failed    invoice.send  ${id}  attempt 1`)
  expect((await ask(file, '--json')).text).toBe(
    JSON.stringify(
      [
        { name: 'invoice.send', state: 'failed', count: 1 },
        { name: 'invoice.send', state: 'waiting', count: 1 },
      ],
      undefined,
      2,
    ),
  )
  const failed = await ask(file, 'failed')
  expect(failed.text).toContain(`failed   invoice.send  ${id}`)
  expect(failed.text).toContain('key "minus"')
  expect(failed.text).toContain('Error: There is no such invoice.?[31m')
  expect(failed.text).not.toContain('\u001b')
  expect((await ask(file, 'list', '--state=waiting')).text).toMatch(/^waiting {2}invoice\.send .* due /)
  expect(await ask(file, 'retry', 'other')).toEqual({ code: 1, text: '0 failed jobs run again.' })
  expect(await ask(file, 'retry', String(id))).toEqual({ code: 0, text: '1 failed jobs run again.' })
  await ask(file, 'drain')
  expect(await ask(file, 'remove', 'invoice.send')).toEqual({ code: 0, text: '1 jobs were removed.' })
  expect(await ask(file, 'remove', 'invoice.send', '--state=waiting')).toEqual({
    code: 0,
    text: '1 jobs were removed.',
  })
  expect(await ask(file, 'drain')).toEqual({ code: 0, text: 'No job is due.' })
})

test('app jobs run works on jobs until SIGTERM, also where the section says that this process does not', async () => {
  const engine = memoryJobs()
  const container = await build({ engine, handlers, run: false, poll: 0.05 })
  const lines: string[] = []
  const before = process.listeners('SIGTERM')
  const ended = command.run({
    application: container.get(Application.SERVICE),
    root: import.meta.dirname,
    args: ['run'],
    options: {},
    print: (line) => lines.push(line),
    printError: (line) => lines.push(line),
  })
  await expect.poll(() => lines).toEqual(['Runs jobs: invoice.send.'])
  await jobs({ engine }).add(sendInvoice, { id: 7 })
  await expect.poll(() => sent).toEqual([7])
  for (const listener of process.listeners('SIGTERM')) if (!before.includes(listener)) listener('SIGTERM')
  expect(await ended).toBe(0)
  expect(process.listeners('SIGTERM')).toEqual(before)
  await jobs({ engine }).add(sendInvoice, { id: 8 })
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(sent).toEqual([7])
})

test('app jobs says what it does not understand', async () => {
  expect(await ask(':memory:', 'purge')).toEqual({
    code: 2,
    text: 'app jobs has no action purge. The actions are count, list, failed, retry, remove, drain, run.',
  })
  expect((await ask(':memory:', 'retry')).code).toBe(2)
  expect((await ask(':memory:', 'remove')).code).toBe(2)
  expect((await ask(':memory:', 'list', '--state=dead')).text).toContain(
    'The states are waiting, running, done, failed.',
  )
})
