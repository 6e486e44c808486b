import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createServer, type RequestHandler, text } from '../index.ts'

/**
 * Returns the bytes of two responses on one connection, in Latin-1 and without dates. The first response leaves the
 * connection open. `prepare` gets node's response before the handler is called.
 */
async function ask(
  handler: RequestHandler,
  prepare: (outgoing: ServerResponse) => void = () => undefined,
): Promise<string> {
  const server = createServer(handler, { onError: () => undefined })
  server.node.prependListener('request', (_: IncomingMessage, outgoing: ServerResponse) => prepare(outgoing))
  await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close({ grace: 0 })))
  return new Promise((resolve, reject) => {
    const socket = connect(server.address?.port as number, '127.0.0.1')
    let bytes = ''
    // The second request closes the connection, so that the end of the first response is known.
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    socket.setEncoding('latin1').on('data', (part) => {
      bytes += part
    })
    socket.on('error', reject).on('close', () => resolve(bytes.replace(/^Date: .*\r\n/gm, 'Date\r\n')))
  })
}

/** Wraps `writeHead` of a response, so that node writes the head, and not this package. */
function byNode(outgoing: ServerResponse): void {
  const { writeHead } = outgoing
  outgoing.writeHead = ((...given: Parameters<typeof writeHead>) =>
    writeHead.apply(outgoing, given)) as typeof writeHead
}

const NAME = fc.constantFrom('x-one', 'set-cookie', 'vary', 'date', 'expect', 'trailer', 'connection', 'content-length')
const VALUE = fc.oneof(
  fc.constantFrom('close', 'keep-alive', '5', '100-continue', '', 'a\tb', 'größe', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 8 }),
)

test('a head that is written as one text has the bytes that node would write', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 200, max: 599 }),
      fc.array(fc.tuple(NAME, VALUE), { maxLength: 4 }),
      fc.constantFrom('', 'text', 'größe', '世'),
      async (status, headers, body) => {
        const hasBody = ![204, 205, 304].includes(status)
        const handler = () => {
          const response = text(hasBody ? body : '', { status: hasBody ? status : 200 })
          for (const [name, value] of headers) response.headers.append(name, value)
          return response
        }
        expect(await ask(handler)).toBe(await ask(handler, byNode))
      },
    ),
    { numRuns: 60 },
  )
})

test("the head has a header that other code has set on node's response, and no Date if other code has removed it", async () => {
  const seen = await ask(
    () => text('hello'),
    (outgoing) => outgoing.setHeader('x-before', 'yes'),
  )
  expect(seen.match(/^x-before: yes\r$/gm)).toHaveLength(2)
  const undated = await ask(
    () => text('hello'),
    (outgoing) => outgoing.removeHeader('date'),
  )
  expect(undated).not.toContain('Date')
})

test('the header Date has the second in which the response was sent', async () => {
  const server = await createServer(() => text('hello')).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close({ grace: 0 })))
  const dates: number[] = []
  const begun = Date.now()
  while (new Set(dates).size < 2) {
    const asked = Date.now()
    const answer = await fetch(`http://127.0.0.1:${server.address?.port}/`)
    await answer.text()
    const date = Date.parse(answer.headers.get('date') as string)
    expect(date).toBeLessThanOrEqual(Date.now())
    expect(date).toBeGreaterThan(asked - 2_000)
    dates.push(date)
    expect(Date.now() - begun).toBeLessThan(60_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
})
