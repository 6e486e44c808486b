import { Application, ErrorHandler, HttpError, httpErrors, text } from '@app/core'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import fastify from 'fastify'
import { HTTPException } from 'hono/http-exception'
import createError from 'http-errors'
import { expect, test, vi } from 'vitest'
import app from './app.ts'
import { teamUrl } from './by-code.ts'
import translated from './translated.ts'

async function answerTo(thrown: unknown, handler = new ErrorHandler({ translate: httpErrors, listeners: [] })) {
  const app = new Application({ onError: () => undefined }).pipe(handler).pipe(() => {
    throw thrown
  })
  const response = await app.request('/')
  return [response.status, await response.text(), response.headers.get('www-authenticate')]
}

test('errors of other libraries are answered with 500 unless a function translates them', async () => {
  const untranslated = new ErrorHandler({ listeners: [] })
  for (const thrown of [createError(404), new HTTPException(404), new Response('no', { status: 404 })]) {
    expect(await answerTo(thrown, untranslated)).toEqual([500, 'Internal Server Error', null])
  }
})

test('an error of http-errors with a status below 500 is answered with its status, message and headers', async () => {
  const headers = { 'www-authenticate': 'Basic' }
  expect(await answerTo(createError(404, 'No such report'))).toEqual([404, 'No such report', null])
  expect(await answerTo(createError(401, 'Who are you?', { headers }))).toEqual([401, 'Who are you?', 'Basic'])
})

test('an error of http-errors with expose: false, or with a status of 500 or more, is answered with a plain 500', async () => {
  const hidden = createError(404, 'secret', { expose: false })
  for (const thrown of [hidden, createError(503, 'secret'), createError(503, 'secret', { expose: true })]) {
    expect(await answerTo(thrown)).toEqual([500, 'Internal Server Error', null])
  }
})

test('an HTTPException of Hono is answered with its own response and headers, or with its message if it has no response', async () => {
  const res = new Response('Log in', { status: 401, headers: { 'www-authenticate': 'Bearer' } })
  expect(await answerTo(new HTTPException(401, { res }))).toEqual([401, 'Log in', 'Bearer'])
  expect(await answerTo(new HTTPException(403, { message: 'Not for you' }))).toEqual([403, 'Not for you', null])
  expect(await answerTo(new HTTPException(403))).toEqual([403, 'Forbidden', null])
  expect(await answerTo(new HTTPException(500, { message: 'secret' }))).toEqual([500, 'Internal Server Error', null])
})

test('a response that is thrown becomes the response, and no listener of errors is called', async () => {
  const listener = vi.fn()
  const handler = new ErrorHandler({ translate: httpErrors, listeners: [listener] })
  expect(await answerTo(new Response('elsewhere', { status: 303 }), handler)).toEqual([303, 'elsewhere', null])
  expect(listener).not.toHaveBeenCalled()
  await answerTo(createError(404), handler)
  expect(listener.mock.calls[0]?.[0]).toBeInstanceOf(HttpError)
})

test('a thrown value that is not an error is answered with a 500', async () => {
  for (const thrown of [null, 'text', 404, { status: 404 }, { statusCode: '404', expose: true }]) {
    expect(await answerTo(thrown)).toEqual([500, 'Internal Server Error', null])
  }
})

test('a translated error of another library can be answered as problem details, with the message that the error exposes', async () => {
  const [status, body] = await answerTo(
    createError(409, 'The name is taken'),
    problemDetails({ translate: httpErrors, listeners: [] }) as ErrorHandler,
  )
  expect([status, JSON.parse(body as string)]).toEqual([
    409,
    { title: 'Conflict', status: 409, detail: 'The name is taken' },
  ])
})

test('Fastify answers an HttpError of ours with its status, and `expose` of an HttpError is false unless it is set', async () => {
  const server = fastify()
  server.get('/', () => {
    throw new HttpError(409, 'taken')
  })
  const { statusCode } = await server.inject('/')
  expect(statusCode).toBe(409)
  const { expose } = new HttpError(409)
  expect([expose, new HttpError(409, 'shown', { expose: true }).expose]).toEqual([false, true])
})

test('an HttpError is answered with its message if it exposes the message, and else with the reason phrase of its status', async () => {
  const plain = new ErrorHandler({ listeners: [] })
  expect(await answerTo(new HttpError(422, 'The title is empty', { expose: true }), plain)).toEqual([
    422,
    'The title is empty',
    null,
  ])
  expect(await answerTo(new HttpError(422, 'row 7 of users'), plain)).toEqual([422, 'Unprocessable Content', null])
  const response = await new Application().pipe(() => text('fine')).request('/')
  expect(response.status).toBe(200)
})

test('the programs of docs/errors.md answer foreign errors as the page says', async () => {
  const response = await app.request('/private/x')
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Basic'])
  expect((await translated.request('/none')).status).toBe(404)
})

test('the program of docs/errors.md tells an unknown route by the code of the error', async () => {
  const bodyOf = async (name: string) => {
    const teams = new Application({ router: new FindMyWayRouter() })
    teams.get('/teams/{slug}', (request) => text(teamUrl(request, 'blue')), name)
    return (await teams.request('/teams/red')).text()
  }
  expect([await bodyOf('team.show'), await bodyOf('team')]).toEqual(['/teams/blue', '/teams'])
})
