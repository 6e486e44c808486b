import { trace } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, onTestFinished, test } from 'vitest'
import { noticeboard } from './noticeboard.ts'

test('in a program that registers OpenTelemetry, each request makes a span that has its route', async () => {
  const exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
  onTestFinished(() => trace.disable())
  const { person } = await noticeboard()
  const ada = await person('Ada')
  await ada.post('/teams', { name: 'Red' })
  await ada.get('/teams/red-1?search=a+secret')
  const spans = exporter.getFinishedSpans()
  expect(spans.map(({ name }) => name)).toEqual([
    'POST /sign-up',
    'POST /sign-up/finish',
    'POST /teams',
    'GET /teams/{team}',
  ])
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('secret')
})
