import { beforeAll, describe, expect, test } from 'vitest'
import { type Program, startCommand, startProgram } from '../../test/programs/run-program.ts'
import app from './app.ts'

describe('the application without a socket', () => {
  test('4: GET / answers with a greeting as text', async () => {
    const response = await app.request('/')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe('Hello, world!')
  })

  test('4: GET /ping answers with the time in seconds', async () => {
    const { ack } = (await (await app.request('/ping')).json()) as { ack: number }
    expect(Number.isInteger(ack)).toBe(true)
    expect(Math.abs(ack - Date.now() / 1000)).toBeLessThan(5)
  })

  test('4: POST /post answers, with a payload or without', async () => {
    expect(await (await app.request('/post', { method: 'POST' })).text()).toBe('Posted.')
    expect(await (await app.request('/post', { method: 'POST', body: 'x' })).text()).toBe('Posted.')
  })
})

describe('the application as a program', () => {
  const ANY_PORT = "import app from './app.ts'; await app.run({ port: 0 })"
  let program: Program
  let url: string

  beforeAll(async () => {
    const args = ['--input-type=module', '--eval', ANY_PORT]
    program = startCommand(process.execPath, args, { cwd: import.meta.dirname })
    const [, port] = await program.waitFor(/Listening on http:\/\/localhost:(\d+) \(FindMyWayRouter, 3 routes\)/)
    url = `http://127.0.0.1:${port}`
  })

  test.each([
    ['GET', '/', 200, 'Hello, world!', null],
    ['POST', '/post', 200, 'Posted.', null],
    ['POST', '/', 405, 'Method Not Allowed', 'GET'],
    ['HEAD', '/', 200, '', null],
    ['OPTIONS', '/', 200, '', 'GET'],
    ['GET', '/nope', 404, 'Not Found', null],
    ['GET', '/%zz', 400, 'Bad Request', null],
  ])('the program answers %s %s with %i', async (method, path, status, body, allow) => {
    const response = await fetch(url + path, { method })
    expect([response.status, await response.text(), response.headers.get('allow')]).toEqual([status, body, allow])
  })

  test('SIGTERM ends the program with the exit code 0', async () => {
    program.stop()
    expect(await program.ended).toBe(0)
  })

  test('4.2: run() listens on port 8080 and prints the address; if the port is in use, it prints one line and ends with the exit code 1', async () => {
    const first = startProgram('main.ts', { cwd: import.meta.dirname })
    // Another program on this machine may already listen on the port.
    const [said] = await first.waitFor(/Listening on .*|Cannot listen .*/)
    expect(said).toMatch(
      /^(Listening on http:\/\/localhost:8080 \(|Cannot listen on 0\.0\.0\.0:8080: the port is in use\.)/,
    )
    const second = startProgram('main.ts', { cwd: import.meta.dirname })
    expect(await second.ended).toBe(1)
    expect(second.output().trim().split('\n')).toHaveLength(1)
    expect(second.output()).toContain('Cannot listen on 0.0.0.0:8080: the port is in use.')
  })
})
