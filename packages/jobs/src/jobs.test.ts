import { Application, text } from '@app/core'
import { expect, test } from 'vitest'
import { type JobsOptions, jobs } from './index.ts'

async function answer(options?: JobsOptions): Promise<Response> {
  const app = new Application()
  app.pipe(jobs(options))
  app.pipe(() => text('Hello!'))
  return app.request('/')
}

test('the middleware sets the header on the response of the handler after it', async () => {
  const response = await answer()
  expect([await response.text(), response.headers.get('x-jobs')]).toEqual(['Hello!', 'on'])
})

test('the middleware refuses an unknown option', async () => {
  const misspelt = { valeu: 'off' } as JobsOptions
  expect(() => jobs(misspelt)).toThrow('jobs(): unknown option "valeu". Did you mean "value"?')
})

test('the option `value` sets the value of the header', async () => {
  const response = await answer({ value: 'off' })
  expect(response.headers.get('x-jobs')).toBe('off')
})

test('the middleware also sets the header on a 404', async () => {
  const response = await new Application().pipe(jobs()).request('/')
  expect([response.status, response.headers.get('x-jobs')]).toEqual([404, 'on'])
})
