import { Application } from '@app/core'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { expect, test } from 'vitest'
import { type MetricsPageOptions, metricsPage } from '../prometheus.ts'

const token = 'the token of Prometheus'.replaceAll(' ', '-')

async function ask(options: Omit<MetricsPageOptions, 'reader'>, authorization?: string) {
  const reader = new PrometheusExporter({ preventServerStart: true })
  new MeterProvider({ readers: [reader] }).getMeter('shop').createCounter('orders').add(3)
  const app = new Application({ onError: () => undefined }).pipe(metricsPage({ reader, ...options }))
  const response = await app.request('/', { headers: authorization === undefined ? {} : { authorization } })
  const page = await response.text()
  return [response.status, response.headers.get('www-authenticate'), page.includes('orders_total')]
}

test('the page is for requests with its token alone', async () => {
  expect(await ask({ token }, `Bearer ${token}`)).toEqual([200, null, true])
  expect(await ask({ token }, `bearer  ${token} `)).toEqual([200, null, true])
  for (const wrong of [
    undefined,
    '',
    token,
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
  ]) {
    expect(await ask({ token }, wrong)).toEqual([401, 'Bearer', false])
  }
})

test('without the option, the page is for everybody whom the guards of the route let pass', async () => {
  expect(await ask({})).toEqual([200, null, true])
})

test.each([
  ['the variable of which is not set', undefined, 'anybody could read the page'],
  ['that is empty', '', 'must be a string of at least 16 characters'],
  ['that is short', 'secret', 'must be a string of at least 16 characters'],
])('a token %s is an error', async (_what, given, message) => {
  await expect(ask({ token: given })).rejects.toThrow(message)
})
