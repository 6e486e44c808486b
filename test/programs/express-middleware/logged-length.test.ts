import { CONNECT, connect } from '@app/connect'
import { Application, createServer, html, json, type RequestHandler, text } from '@app/core'
import compression from 'compression'
import session from 'express-session'
import helmet from 'helmet'
import morgan from 'morgan'
import passport from 'passport'
import { expect, onTestFinished, test } from 'vitest'

const lines: string[] = []
const logger = morgan(':status :res[content-length]', {
  stream: { write: (line: string) => void lines.push(line.trim()) },
})
const visits = () => session({ secret: 'a secret', resave: false, saveUninitialized: false })

const AROUND = {
  'morgan alone': () => connect(logger),
  'morgan before helmet, express-session and passport': () =>
    connect(logger, helmet(), visits(), passport.initialize(), passport.session()),
  'morgan before compression': () => connect(logger, compression()),
}

const ANSWERS: Readonly<Record<string, RequestHandler>> = {
  'json()': () => json({ a: 1 }),
  'text()': () => text('grün'),
  'html(), in time': async () => html('<p>'),
  'an empty text()': () => text(''),
  'json() that changes the session': (request) => {
    const { session } = request.attribute(CONNECT).req
    if (session) session.views = 1
    return json({ a: 1 })
  },
}

/** Serves an answer, and returns the length that the client gets, and the one that morgan logs. */
async function lengths(around: keyof typeof AROUND, answer: RequestHandler) {
  lines.length = 0
  const app = new Application().pipe(AROUND[around]()).pipe(answer)
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void server.close({ grace: 0 }))
  const response = await fetch(`http://127.0.0.1:${server.address?.port}/`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const { byteLength } = await response.arrayBuffer()
  await expect.poll(() => lines).toHaveLength(1)
  return { client: response.headers.get('content-length'), bytes: byteLength, logged: lines[0] }
}

for (const around of Object.keys(AROUND) as (keyof typeof AROUND)[]) {
  test.each(Object.keys(ANSWERS))(`${around} logs the length that the client gets: %s`, async (name) => {
    const { client, bytes, logged } = await lengths(around, ANSWERS[name] as RequestHandler)
    expect([client, logged]).toEqual([String(bytes), `200 ${bytes}`])
  })
}

test('morgan logs no length for a response that the platform has made, as the README of @app/connect says', async () => {
  const { client, logged } = await lengths('morgan alone', () => Response.json({ a: 1 }))
  expect([client, logged]).toEqual(['7', '200 -'])
})
