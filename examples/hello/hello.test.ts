import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Program, startProgram } from '../../test/run-program.ts'
import app from './app.ts'

describe('without a socket', () => {
  test('4: GET / greets as text', async () => {
    const response = await app.request('/')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('Hello, world!')
  })

  test('4: GET /ping tells the time in seconds', async () => {
    const { ack } = (await (await app.request('/ping')).json()) as { ack: number }
    expect(Number.isInteger(ack)).toBe(true)
    expect(Math.abs(ack - Date.now() / 1000)).toBeLessThan(5)
  })

  test('4: POST /post answers, with a payload or without', async () => {
    expect(await (await app.request('/post', { method: 'POST' })).text()).toBe('Posted.')
    expect(await (await app.request('/post', { method: 'POST', body: 'x' })).text()).toBe('Posted.')
  })
})

describe('as a program', () => {
  let program: Program
  const url = 'http://127.0.0.1:8080'

  beforeAll(async () => {
    program = startProgram('main.ts', { cwd: import.meta.dirname })
    await program.waitFor(/Listening/)
  })

  afterAll(async () => {
    program.stop()
    await program.ended
  })

  test('4.2: run listens on port 8080 and says where, with which router and how many routes', () => {
    expect(program.output()).toContain('Listening on http://localhost:8080 (FindMyWayRouter, 3 routes)')
  })

  test.each([
    ['GET', '/', 200, 'Hello, world!', null],
    ['POST', '/post', 200, 'Posted.', null],
    ['POST', '/', 405, 'Method Not Allowed', 'GET'],
    ['HEAD', '/', 200, '', null],
    ['OPTIONS', '/', 200, '', 'GET'],
    ['GET', '/nope', 404, 'Not Found', null],
    ['GET', '/%zz', 400, 'Bad Request', null],
  ])('%s %s is %i', async (method, path, status, body, allow) => {
    const response = await fetch(url + path, { method })
    expect([response.status, await response.text(), response.headers.get('allow')]).toEqual([status, body, allow])
  })

  test('a second program says in one line that the port is in use, and ends with 1', async () => {
    const second = startProgram('main.ts', { cwd: import.meta.dirname })
    expect(await second.ended).toBe(1)
    expect(second.output().trim().split('\n')).toHaveLength(1)
    expect(second.output()).toContain('Cannot listen on 0.0.0.0:8080: the port is in use.')
  })

  test('SIGTERM ends it with 0', async () => {
    program.stop()
    expect(await program.ended).toBe(0)
  })
})
