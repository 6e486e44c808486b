import { createServer as createNodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Application, createServer, HttpError, json, type Middleware, text, toNodeHandler } from '@app/core'
import { onOutcome } from '@app/core/extending'
import { expect, onTestFinished, test } from 'vitest'

test('functions of onOutcome() get the final response in the order of registration, then what they register themselves', async () => {
  const calls: (string | number)[] = []
  const noting = (name: string): Middleware => {
    return (request, handler) => {
      onOutcome(request, ({ status }) => {
        calls.push(name, status)
        onOutcome(request, () => void calls.push(`${name} at last`))
      })
      return handler(request)
    }
  }
  const app = new Application({ onError: () => undefined })
  const outer: Middleware = async (request, handler) => {
    try {
      return await handler(request)
    } catch {
      return text('gone', { status: 410 })
    }
  }
  app.pipe(outer).pipe(noting('a')).pipe(noting('b'))
  app.pipe(() => Promise.reject(new HttpError(409)))
  expect((await app.request('/')).status).toBe(410)
  expect(calls).toEqual(['a', 410, 'b', 410, 'a at last', 'b at last'])
})

test('an error of a function of onOutcome() is answered in place of the response, and later functions get its answer', async () => {
  const statuses: number[] = []
  const app = new Application({ onError: () => undefined })
  app.pipe((request) => {
    onOutcome(request, () => Promise.reject(new HttpError(507)))
    onOutcome(request, ({ status }) => void statuses.push(status))
    return text('kept')
  })
  expect((await app.request('/')).status).toBe(507)
  expect(statuses).toEqual([507])
})

/** An application whose first middleware answers with 503 while the second one still waits. */
function answeringFirst() {
  const goOn = Promise.withResolvers<void>()
  const late = Promise.withResolvers<number>()
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  app.pipe((request, handler) => Promise.race([handler(request), text('late', { status: 503 })]))
  app.pipe(async (request) => {
    await goOn.promise
    onOutcome(request, ({ status }) => {
      late.resolve(status)
      throw new Error('after the answer')
    })
    return json('nobody gets this')
  })
  return { app, goOn, late, errors }
}

test.each(['app.request()', 'createServer()', 'toNodeHandler()'])(
  'with %s, a function that is given to onOutcome() after the response was sent runs at once, and its error is reported',
  async (way) => {
    const { app, goOn, late, errors } = answeringFirst()
    const ask = async () => {
      if (way === 'app.request()') return app.request('/')
      if (way === 'createServer()') {
        const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
        onTestFinished(async () => void (await server.close()))
        return fetch(`http://127.0.0.1:${server.address?.port}/`)
      }
      const server = createNodeServer(toNodeHandler(app))
      onTestFinished(() => void server.close())
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    }
    const response = await ask()
    expect([response.status, await response.text()]).toEqual([503, 'late'])
    goOn.resolve()
    expect(await late.promise).toBe(503)
    await expect.poll(() => errors.map(String)).toEqual(['Error: after the answer'])
  },
)
