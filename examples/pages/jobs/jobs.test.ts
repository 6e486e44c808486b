import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { configProvider as core } from '@app/core'
import {
  configProvider as forJobs,
  handlerFor,
  JOB_RUNNER_SERVICE,
  JOBS_SERVICE,
  jobRunner,
  jobs,
  memoryJobs,
} from '@app/jobs'
import { expect, onTestFinished, test } from 'vitest'
import configured from './configured.ts'
import { database } from './database.ts'
import { remind, sendInvoice } from './descriptions.ts'
import type { Mailer } from './mail.ts'
import { runnerWith } from './run.ts'
import app, { queue } from './shop.ts'

function build() {
  database.exec('DELETE FROM orders; DELETE FROM sent')
  const mails: { to: string; messageId: string }[] = []
  const mailer: Mailer = { sendMail: async (mail) => void mails.push(mail) }
  return { mails, mailer }
}

test('an order sends its invoice once; an order that is refused sends none', async () => {
  const { mails, mailer } = build()
  await using runner = runnerWith(mailer)
  expect((await app.request('/orders/tea', { method: 'POST' })).status).toBe(201)
  expect((await app.request('/orders/tea', { method: 'POST' })).status).toBe(409)
  await runner.drain()
  expect(mails.map(({ to }) => to)).toEqual(['tea@customer.example'])
})

test('a job that runs again after its mail was sent sends no second one', async () => {
  const { mails, mailer } = build()
  await using runner = runnerWith(mailer)
  await app.request('/orders/tea', { method: 'POST' })
  const [{ id } = { id: '' }] = await queue.list()
  await runner.drain()
  database.exec(`INSERT INTO app_jobs (id, name, data, state, due, attempts, added, changed)
    VALUES ('${id}', 'invoice.send', '{"order":"tea"}', 'waiting', 0, 1, 0, 0)`)
  expect(await runner.drain()).toMatchObject([{ id, state: 'done' }])
  expect(mails).toHaveLength(1)
})

test('the invoice of an order that was deleted is not tried again', async () => {
  const { mails, mailer } = build()
  await using runner = runnerWith(mailer)
  await app.request('/orders/tea', { method: 'POST' })
  database.exec('DELETE FROM orders')
  expect(await runner.drain()).toMatchObject([{ state: 'failed', attempt: 1 }])
  expect(mails).toEqual([])
})

test('by configuration, reminders are a job for each order', async () => {
  const { mails, mailer } = build()
  const config = await resolveConfig(defineConfig([core, forJobs, configured]), { root: import.meta.dirname })
  const container = createContainer(config, { overrides: { 'acme/mailer': mailer } })
  onTestFinished(() => container[Symbol.asyncDispose]())
  database.exec(`INSERT INTO orders VALUES ('tea', 't@customer.example'), ('milk', 'm@customer.example')`)
  await container.get(JOBS_SERVICE).add(remind, undefined, { key: 'today' })
  await container.get(JOB_RUNNER_SERVICE).drain()
  expect(mails.map(({ to }) => to).sort()).toEqual(['m@customer.example', 't@customer.example'])
})

test('an order sends an invoice', async () => {
  const sent: string[] = []
  const queue = jobs({ engine: memoryJobs() })
  await using runner = jobRunner(queue, { handlers: [handlerFor(sendInvoice, ({ order }) => void sent.push(order))] })

  await queue.add(sendInvoice, { order: 'tea' })

  expect(await runner.drain()).toMatchObject([{ name: 'invoice.send', state: 'done' }])
  expect(sent).toEqual(['tea'])
})
