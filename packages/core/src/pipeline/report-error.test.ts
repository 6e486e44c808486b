import { expect, test, vi } from 'vitest'
import { reportError } from '../extending.ts'
import { Application, createServer, text } from '../index.ts'

const late = new Error('late')

function reporting(onError?: (error: unknown) => void): Application {
  const app = new Application(onError ? { onError } : {})
  return app.pipe((request) => {
    reportError(request, late)
    return text('answered')
  })
}

test('reportError() calls onError of the application, and the response stays the same', async () => {
  const heard: unknown[] = []
  const answer = await reporting((error) => heard.push(error)).request('/')
  expect([await answer.text(), heard]).toEqual(['answered', [late]])
})

test('over a socket reportError() calls onError of the server, if the server has one', async () => {
  const heard: unknown[] = []
  const inner = reporting(() => heard.push('application'))
  const server = await createServer(inner, { onError: (error) => heard.push(error) }).listen({ port: 0 })
  expect(await (await fetch(`http://localhost:${server.address?.port}`)).text()).toBe('answered')
  await server.close()
  expect(heard).toEqual([late])
})

test('without a listener reportError() logs the error, and a listener that throws does not change the response', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await reporting().request('/')
  expect(log).toHaveBeenCalledWith(expect.stringContaining(`Error: ${late.message}`))
  const answer = await reporting(() => {
    throw new Error('listener')
  }).request('/')
  expect(await answer.text()).toBe('answered')
  log.mockRestore()
})
