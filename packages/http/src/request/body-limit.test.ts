import { createServer as createNodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createServer, type RequestHandler, text, toFetchHandler, toNodeHandler } from '../index.ts'

const handler: RequestHandler = async (request) => text(String((await request.bytes()).length))

/** The ways into a handler; each returns a function that sends a body, and resolves to the status of the response. */
const ways: Readonly<Record<string, () => Promise<(body: Uint8Array<ArrayBuffer>) => Promise<number>>>> = {
  'createServer()': async () => {
    const server = await createServer(handler).listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(async () => void (await server.close({ grace: 0 })))
    return (body) => post(server.address?.port, body)
  },
  'toNodeHandler()': async () => {
    const server = createNodeServer(toNodeHandler(handler))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return (body) => post((server.address() as AddressInfo).port, body)
  },
  'toFetchHandler()': async () => async (body) => {
    return (await toFetchHandler(handler)(new Request('http://localhost/', { method: 'POST', body }))).status
  },
}

async function post(port: number | undefined, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
  await answer.text()
  return answer.status
}

test.each(Object.keys(ways))('a body of 1 MiB is read, and a larger one is refused: %s', async (way) => {
  const send = await ways[way]?.()
  const sizes = [1_048_576, 1_048_577, 2_000_000]
  expect(await Promise.all(sizes.map((size) => send?.(new Uint8Array(size))))).toEqual([200, 413, 413])
})
