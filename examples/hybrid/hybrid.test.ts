import { beforeAll, describe, expect, test } from 'vitest'
import { freePort, startProgram } from '../../test/programs/run-program.ts'

describe('the hybrid application without a socket', () => {
  let app: typeof import('./app.ts')['default']

  beforeAll(async () => {
    // Configuration and router are searched for from this folder, since the entry file of the process belongs to the
    // test runner.
    process.chdir(import.meta.dirname)
    app = (await import('./app.ts')).default
  })

  async function answer(path: string, init: RequestInit = {}) {
    const response = await app.request(path, init)
    return [response.status, await response.text(), response.headers.get('allow')]
  }

  test('4: the routes / and /ping come from the configuration', async () => {
    expect(await answer('/')).toEqual([200, 'Hello, world!', null])
    expect(await answer('/ping')).toEqual([200, expect.stringMatching(/^\{"ack":\d+\}$/), null])
  })

  test('4: /post is added in code, and its payload is optional', async () => {
    expect(await answer('/post', { method: 'POST' })).toEqual([200, 'Posted nothing.', null])
    expect(await answer('/post', { method: 'POST', body: '' })).toEqual([200, 'Posted nothing.', null])
    expect(await answer('/post', { method: 'POST', body: 'a letter' })).toEqual([200, 'Posted a letter.', null])
  })

  test('4.1: a route answers only the methods with which it was registered', async () => {
    expect(await answer('/post')).toEqual([405, 'Method Not Allowed', 'POST'])
    expect(await answer('/', { method: 'POST' })).toEqual([405, 'Method Not Allowed', 'GET'])
  })

  test('every service that the application names can be made', async () => {
    await app.check()
  })
})

test('the hybrid application answers over HTTP, with a payload and without', async () => {
  const port = await freePort()
  const program = startProgram('main.ts', { cwd: import.meta.dirname, env: { PORT: String(port) } })
  try {
    await program.waitFor(/Listening/)
    const url = `http://127.0.0.1:${port}`
    const post = async (init: RequestInit) => (await fetch(`${url}/post`, { method: 'POST', ...init })).text()
    expect(program.output()).toContain('(FindMyWayRouter, 3 routes)')
    expect(await (await fetch(url)).text()).toBe('Hello, world!')
    expect(await post({})).toBe('Posted nothing.')
    expect(await post({ body: 'a letter' })).toBe('Posted a letter.')
    expect((await fetch(`${url}/post`)).status).toBe(405)
  } finally {
    program.stop()
    expect(await program.ended).toBe(0)
  }
})

test('started from any folder, the program finds its configuration and its router', async () => {
  const port = await freePort()
  const program = startProgram(`${import.meta.dirname}/main.ts`, { cwd: '/', env: { PORT: String(port) } })
  try {
    await program.waitFor(/Listening/)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('Hello, world!')
  } finally {
    program.stop()
    await program.ended
  }
})
