import { Application, text } from '@app/core'
import { expect, test } from 'vitest'
import { type ResponseTimeOptions, responseTime } from './index.ts'

async function answer(options?: ResponseTimeOptions) {
  const app = new Application()
  app.pipe(responseTime(options))
  app.pipe(() => text('Hello!'))
  return app.request('/')
}

test('a response has its duration in the header server-timing', async () => {
  const response = await answer()
  expect(await response.text()).toBe('Hello!')
  expect(response.headers.get('server-timing')).toMatch(/^app;dur=\d+\.\d$/)
})

test('the option metric sets the name of the metric', async () => {
  const response = await answer({ metric: 'api' })
  expect(response.headers.get('server-timing')).toMatch(/^api;dur=/)
})

test('a misspelt option is refused when the middleware is made', () => {
  expect(() => responseTime({ metrc: 'api' } as ResponseTimeOptions)).toThrow('Did you mean "metric"?')
})
