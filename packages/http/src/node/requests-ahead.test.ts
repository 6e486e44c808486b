import { createServer as createNodeServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createServer, type RequestHandler, text, toNodeHandler } from '../index.ts'

const ways: Readonly<Record<string, (handler: RequestHandler) => Promise<number>>> = {
  'createServer()': async (handler) => {
    const server = await createServer(handler).listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => void (await server.close({ grace: 0 })))
    return server.address?.port as number
  },
  'toNodeHandler()': async (handler) => {
    const server = createNodeServer(toNodeHandler(handler))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  },
}

/**
 * Sends many requests over one connection without waiting, and returns the number of responses until the connection
 * ends.
 */
async function sendAhead(port: number, count: number): Promise<number> {
  return new Promise((resolve) => {
    let bytes = ''
    const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count - 1) + last)
    })
    socket.setEncoding('latin1').on('data', (data) => {
      bytes += data
    })
    socket.on('error', () => undefined).on('close', () => resolve(bytes.split('HTTP/1.1 200').length - 1))
  })
}

test.each(Object.keys(ways))(
  'a client that sends too many requests ahead is cut, before their handlers run: %s',
  async (way) => {
    let calls = 0
    const port = await ways[way]?.(() => {
      calls++
      return new Promise(() => undefined)
    })
    expect(await sendAhead(port as number, 5_000)).toBe(0)
    expect(calls).toBe(2_049)
  },
)

test.each(Object.keys(ways))(
  'requests that are sent ahead are answered: those that wait, and any number answered at once: %s',
  async (way) => {
    const later = await ways[way]?.(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return text('later')
    })
    expect(await sendAhead(later as number, 2_049)).toBe(2_049)
    const atOnce = await ways[way]?.(() => text('at once'))
    expect(await sendAhead(atOnce as number, 5_000)).toBe(5_000)
  },
)
