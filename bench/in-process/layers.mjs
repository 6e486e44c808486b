import { Pipeline, text } from '@app/core'
import { openTelemetry } from '@app/opentelemetry'
import koaCompose from 'koa-compose'
import { compose as honoCompose } from '../node_modules/hono/dist/compose.js'
import { measure, print } from './measure.mjs'

/**
 * Prints the nanoseconds per layer of middleware: the time of a whole pipeline, minus that of a pipeline without
 * layers, divided by the number of layers.
 */
const answer = text('answer')
const request = {}
const end = () => answer
const sync = (request, handler) => handler(request)
const async = async (request, handler) => handler(request)

function ours(middleware, count) {
  const pipeline = new Pipeline()
  for (let i = 0; i < count; i++) pipeline.pipe(middleware)
  return () => pipeline.process(request, end)
}

function koa(count) {
  const composed = koaCompose([
    ...Array.from({ length: count }, () => async (_context, next) => next()),
    async () => answer,
  ])
  return () => composed({})
}

function hono(count) {
  const context = { req: {}, finalized: false, res: undefined, get: () => undefined }
  const layers = Array.from({ length: count }, () => [[async (_context, next) => void (await next()), {}], {}])
  const composed = honoCompose([...layers, [[async () => answer, {}], {}]])
  return () => composed({ ...context })
}

for (const count of [1, 10, 100]) {
  const calls = Math.round(200_000 / count)
  const results = await measure(
    {
      'ours, synchronous': ours(sync, count),
      'ours, asynchronous': ours(async, count),
      'openTelemetry() without an SDK': ours(openTelemetry(), count),
      'koa-compose': koa(count),
      "hono's compose": hono(count),
    },
    { calls },
  )
  print(`${count} layers, per layer`, new Map([...results].map(([name, time]) => [name, time / count])))
}

const pipeline = ours(sync, 100)
pipeline()
global.gc?.()
const before = process.memoryUsage().heapUsed
for (let i = 0; i < 100_000; i++) pipeline()
const grown = process.memoryUsage().heapUsed - before
console.log(
  `\nallocated per synchronous layer: ${(grown / 100_000 / 100).toFixed(3)} bytes (100,000 requests through 100 layers)`,
)
