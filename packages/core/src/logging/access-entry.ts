import { plainBody } from '#create-response'
import { octetLength } from '#platform/primitives'
import type { RequestEnd } from '../messages/request-end.ts'
import { matchedPath } from '../messages/route-result.ts'
import type { ServerRequest } from '../messages/server-request.ts'
import { REQUEST_ID } from './request-id.ts'

/** What an access log says of a request. */
export interface AccessEntry {
  readonly method: string
  /** The whole canonical path. */
  readonly path: string
  /** From the question mark on; only where it was asked for. */
  readonly query?: string
  /** The path of the route that matched, with the prefix of its application: `/admin/users/{id}`. */
  readonly route?: string
  /** Absent where the client left before anything was sent. */
  readonly status?: number
  /** From the log's place in the pipeline to the end of the answer, in milliseconds. */
  readonly duration: number
  /** The octets of the body as it passed the log, where they are known without counting. */
  readonly bytes?: number
  readonly requestId?: string
  /** The client left, or the answer broke off. */
  readonly aborted?: true
  /** Those of the request that were asked for. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Which parts of a request are told only where somebody asks for them. */
export interface AskedParts {
  readonly query: boolean
  readonly headers: readonly string[]
}

/** The entry of a request that ended; `passed` is the answer that went through the log, if one did. */
export function accessEntry(
  request: ServerRequest,
  { status, isWhole }: RequestEnd,
  passed: Response | undefined,
  duration: number,
  { query, headers }: AskedParts,
): AccessEntry {
  const { method, fullPath: path } = request
  const route = matchedPath(request)
  const requestId = request.attribute(REQUEST_ID)
  const isSent = isWhole && passed !== undefined && passed.status === status
  const bytes = isSent ? lengthOf(passed, method) : undefined
  return {
    method,
    path,
    ...(query && { query: new URL(request.url).search }),
    ...(route !== undefined && { route }),
    ...(status !== undefined && { status }),
    duration: Math.round(duration * 1000) / 1000,
    ...(bytes !== undefined && { bytes }),
    ...(requestId !== undefined && { requestId }),
    ...(!isWhole && { aborted: true }),
    ...(headers.length > 0 && { headers: pick(request.headers, headers) }),
  }
}

/** Of text, or as a stream's header promises, which the server keeps. */
function lengthOf(response: Response, method: string): number | undefined {
  if (method === 'HEAD') return 0
  const text = plainBody(response)
  if (typeof text === 'string') return octetLength(text)
  if (text === null) return 0
  const promised = response.headers.get('content-length')
  return promised !== null && /^\d+$/.test(promised) ? Number(promised) : undefined
}

function pick(headers: Headers, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) as string]] : [])))
}
