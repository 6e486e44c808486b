import { get, type IncomingMessage } from 'node:http'
import { Application, createServer } from '@app/core'
import { compareResults } from '../compare-results.ts'
import type { Difference } from '../difference.ts'
import type { Unit } from '../units.ts'
import type { Outcome } from '../vectors.ts'

interface Given {
  readonly status: number
  readonly reason?: string
  readonly body?: string
  readonly headers?: [string, string][]
}

/**
 * Sends the responses of a case over a socket, and compares the received messages with those that PHP's recorded calls
 * would send.
 */
export async function compareEmitted({ recorded, expected }: Unit): Promise<readonly Difference[]> {
  const given = recorded.responses as readonly Given[]
  const results: Outcome[] = []
  for (const response of given) results.push(await send(response))
  return compareResults(expected.results, results, (result, index) => received(result, given[index]))
}

async function send({ status, reason = '', body = '', headers = [] }: Given): Promise<Outcome> {
  const app = new Application().pipe(() => new Response(body, { status, statusText: reason, headers }))
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ host: '127.0.0.1', port: server.address?.port }, resolve).on('error', reject),
    )
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    const names = new Set(headers.map(([name]) => name.toLowerCase()))
    return {
      status: answer.statusCode,
      reason: reason === '' ? undefined : answer.statusMessage,
      headers: [...names].sort().map((name) => [name, listOf(answer.headersDistinct[name] ?? [])]),
      body: Buffer.concat(chunks).toString(),
    }
  } finally {
    await server.close()
  }
}

/**
 * The response that the recorded calls of PHP would send to a client. The reason phrase is left out unless the case
 * gives one, since the default phrases differ.
 */
function received({ headerCalls, body }: Outcome, given: Given | undefined): Outcome {
  const lines = (headerCalls as readonly [string, boolean][]).map(([line]) => line)
  const [, status, reason] = /^HTTP\/1\.1 (\d+) (.*)$/.exec(lines.find((line) => line.startsWith('HTTP/')) ?? '') ?? []
  const names = new Set((given?.headers ?? []).map(([name]) => name.toLowerCase()))
  return {
    status: Number(status),
    reason: given?.reason === undefined ? undefined : reason,
    headers: [...names].sort().map((name) => [name, listOf(lines.flatMap((line) => valuesOf(line, name)))]),
    body,
  }
}

function valuesOf(line: string, name: string): readonly string[] {
  return line.toLowerCase().startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []
}

/**
 * Splits values at commas, since a server may join several values of one header in this way. Source: RFC 9110 section
 * 5.3.
 */
function listOf(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.split(', '))
}
