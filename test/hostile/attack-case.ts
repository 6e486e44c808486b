import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Step } from './raw-exchange.ts'

/**
 * The possible results of a case: the status of the response, or, without a response, what becomes of the connection.
 */
type Outcome = number | 'close' | 'reset' | 'timeout'

interface AttackCaseBase {
  readonly id: string
  readonly why: string
  /** The outcomes that are safe; the first of them is the outcome with our server. */
  readonly want: readonly Outcome[]
  readonly timeoutMs?: number
}

/** A request that is described by its parts, of which some are invalid or unusual. */
export interface RequestCase extends AttackCaseBase {
  readonly kind: 'guard' | 'resp'
  readonly method?: string
  readonly target: string
  readonly version?: string
  /** `null` leaves the header out. */
  readonly host?: string | null
  readonly headers?: readonly string[]
  readonly rawHead?: readonly string[]
  readonly body?: string
  readonly latin?: boolean
  readonly noAutoLength?: boolean
  readonly chunked?: readonly string[]
  /** Set if the guard must not run, since the target is outside of the guard's prefix. */
  readonly noGuard?: boolean
  readonly bodyHas?: string
  readonly maxMs?: number
  readonly noHeader?: string
  readonly noBody?: boolean
  /** The required number of lines of each header in the response, by the name of the header. */
  readonly header?: Readonly<Record<string, number>>
  /** Set if the body is a second request on the connection, which the server must answer completely or ignore. */
  readonly pipeline?: boolean
  readonly notAny?: string
  readonly onlyInHtml?: boolean
  readonly notBody?: string
  readonly notBodyField?: string
  readonly truncated?: boolean
}

/** A request that is given as raw bytes. */
export interface RawCase extends AttackCaseBase {
  readonly kind: 'raw'
  readonly raw: string
  /** The bytes that are sent once the server has answered 100. */
  readonly then?: string
  readonly notAny?: string
  readonly order?: readonly number[]
  readonly firstBody?: string
}

/** An attack of several steps, such as slow or interrupted sending. */
export interface StepsCase extends AttackCaseBase {
  readonly kind: 'steps'
  readonly steps: readonly Step[]
}

export type AttackCase = RequestCase | RawCase | StepsCase

/** All cases of the suite. */
export const ATTACK_CASES: readonly AttackCase[] = ['paths', 'responses', 'bodies', 'faults'].flatMap(
  (file) => JSON.parse(readFileSync(join(import.meta.dirname, `cases/${file}.json`), 'utf8')) as AttackCase[],
)

/** Replaces repetitions in the text of a case: `{{rep:ab:3}}` becomes `ababab`. */
export function expand(text: string): string {
  return text.replace(/\{\{rep:((?:[^:]|:(?=[^\d]))+?):(\d+)\}\}/g, (_all, part: string, times: string) =>
    part.repeat(Number(times)),
  )
}

/** The bytes of a request, in Latin-1; `withToken` adds the header that passes the guard. */
export function requestBytes(request: RequestCase, withToken: boolean): string {
  const { method = 'GET', target, version = '1.1', host = '127.0.0.1', headers = [], rawHead = [] } = request
  const lines = [`${method} ${expand(target)} HTTP/${version}`]
  if (host !== null) lines.push(`Host: ${host}`)
  if (withToken) lines.push('x-token: letmein')
  for (const header of headers) lines.push(...(MANY.test(header) ? manyHeaders(header) : [expand(header)]))
  lines.push(...rawHead)
  const body = bodyBytes(request)
  if (request.chunked) lines.push('Transfer-Encoding: chunked')
  else if (request.body !== undefined && !request.noAutoLength) lines.push(`Content-Length: ${body.length}`)
  if (!request.pipeline) lines.push('Connection: close')
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

function bodyBytes({ chunked, body, noAutoLength, latin }: RequestCase): string {
  if (chunked) {
    const chunks = chunked.map(expand).map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    return `${chunks.join('')}0\r\n\r\n`
  }
  if (body === undefined || noAutoLength) return ''
  return latin ? expand(body) : Buffer.from(expand(body)).toString('latin1')
}

const MANY = /^\{\{hdrs:(\d+)\}\}$/

function manyHeaders(header: string): string[] {
  return Array.from({ length: Number(MANY.exec(header)?.[1]) }, (_value, index) => `x-h${index}: v`)
}
