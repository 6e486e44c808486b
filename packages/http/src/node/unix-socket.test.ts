import { mkdtempSync } from 'node:fs'
import { createServer as createNodeServer, request as send } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createServer, json, type RequestHandler, type ServerOptions, text, toNodeHandler } from '../index.ts'

const seen: RequestHandler = ({ clientAddress, url }) => json({ client: clientAddress ?? null, url })

const FORWARDED = {
  host: 'own.example',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example',
}

/** The ways in which a server gets a connection over a Unix socket. */
const ways: Readonly<Record<string, (options: ServerOptions, path: string) => Promise<() => unknown>>> = {
  'createServer()': async (options, path) => {
    const server = await createServer(seen, options).listen({ path })
    return () => server.close({ grace: 0 })
  },
  'createServer() whose node listens': async (options, path) => {
    const server = createServer(seen, options)
    await new Promise<void>((resolve) => server.node.listen(path, resolve))
    return () => server.close({ grace: 0 })
  },
  'toNodeHandler()': async (options, path) => {
    const server = createNodeServer(toNodeHandler(seen, options))
    await new Promise<void>((resolve) => server.listen(path, resolve))
    return () => server.close()
  },
}

const believed = { client: '203.0.113.7', url: 'https://shop.example/a' }
const ignored = { client: '127.0.0.1', url: 'http://own.example/a' }

test.each(
  Object.keys(ways).flatMap((way) => [
    { way, trustProxy: ['loopback'], expected: believed },
    { way, trustProxy: ['127.0.0.1'], expected: believed },
    { way, trustProxy: ['10.0.0.0/8'], expected: ignored },
    { way, trustProxy: undefined, expected: ignored },
  ]),
)('a proxy over a Unix socket counts as 127.0.0.1: $way, $trustProxy', async ({ way, trustProxy, expected }) => {
  const path = join(mkdtempSync(join(tmpdir(), 'unix-')), 'socket')
  onTestFinished((await ways[way]?.(trustProxy ? { trustProxy } : {}, path)) as () => void)
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = send({ socketPath: path, path: '/a', agent: false, headers: FORWARDED }, (response) => {
      response.setEncoding('utf8').on('data', resolve)
    })
    sent.on('error', reject).end()
  })
  expect(JSON.parse(answer)).toEqual(expected)
})

test('a client of TCP that has left is not taken for a proxy over a Unix socket', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const handler: RequestHandler = async (request) => {
    await new Promise((left) => request.signal.addEventListener('abort', left))
    resolve([request.clientAddress, request.url])
    return text('')
  }
  const server = await createServer(handler, { trustProxy: ['loopback'] }).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close({ grace: 0 })))
  const socket = connect(server.address?.port as number, '127.0.0.1', () => {
    socket.write('GET /a HTTP/1.1\r\nHost: own.example\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n')
    setTimeout(() => socket.destroy(), 50)
  })
  expect(await promise).toEqual([undefined, 'http://own.example/a'])
})
