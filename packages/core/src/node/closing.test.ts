import { once } from 'node:events'
import { connect } from 'node:net'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { Application, createServer, text } from '../index.ts'

test('close() of a server waits for the response in flight, sends it with the header Connection: close, and accepts no more connections', async () => {
  let answer = (): void => undefined
  let entered = (): void => undefined
  const inside = new Promise<void>((resolve) => {
    entered = resolve
  })
  const server = await createServer(() => {
    entered()
    return new Promise<Response>((resolve) => {
      answer = () => resolve(text('in flight'))
    })
  }).listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${server.address?.port}`
  const flying = fetch(url)
  await inside
  const closed = server.close({ grace: 2 })
  await expect(fetch(url)).rejects.toThrow()
  answer()
  const response = await flying
  expect([await response.text(), response.headers.get('connection')]).toEqual(['in flight', 'close'])
  expect(await closed).toBe(true)
})

test('close() of a server cuts the connections of requests that are not answered within the grace period', async () => {
  let hear = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    hear = resolve
  })
  const never = () => {
    hear()
    return new Promise<Response>(() => undefined)
  }
  const server = await createServer(never).listen({ port: 0, host: '127.0.0.1' })
  const flying = fetch(`http://127.0.0.1:${server.address?.port}`)
  flying.catch(() => undefined)
  await asked
  expect(await server.close({ grace: 0.05 })).toBe(false)
  await expect(flying).rejects.toThrow()
})

test('close() of a server resolves to false if a request was not answered, even if a later request on its connection was', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/never', () => new Promise(() => undefined))
  const answered = new Promise<void>((resolve) => {
    app.get('/soon', async () => {
      setTimeout(resolve, 20)
      return text('soon')
    })
  })
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(server.address?.port as number, '127.0.0.1').on('error', () => undefined)
  socket.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\nGET /soon HTTP/1.1\r\nHost: x\r\n\r\n')
  await answered
  expect(await server.close({ grace: 0.05 })).toBe(false)
})

test('close() of a server answers a request that arrived while the program was busy with something else', async () => {
  const server = await createServer(() => text('answered')).listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(server.address?.port as number, '127.0.0.1').setEncoding('utf8')
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  socket.write(request)
  await once(socket, 'data')
  const closed = server.close()
  socket.write(request)
  // Blocks for longer than an idle connection stays open, so that the timer that closes the connection is due before
  // the request is read.
  for (const end = Date.now() + 500; Date.now() < end; );
  const [answer] = await once(socket, 'data')
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*answered$/i)
  expect(await closed).toBe(true)
})
