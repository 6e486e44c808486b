import { subscribe } from 'node:diagnostics_channel'
import type { ShownCall } from '../shown.ts'
import { currentRecording } from './listen.ts'
import type { Recording } from './recording.ts'

/**
 * Begins to record the requests that `fetch` sends while a recorded request is handled. Calling the function again
 * changes nothing.
 */
export function listenToFetches(): void {
  if (areFetchesHeard) return
  areFetchesHeard = true
  const calls = new WeakMap<object, { readonly call: Open; readonly recording: Recording }>()
  hear('undici:request:create', ({ request }) => {
    const recording = currentRecording()
    if (recording === undefined || recording.calls.length >= MOST) return
    const { method, origin, path } = request as Asked
    const call: Open = {
      kind: 'fetch',
      text: `${method} ${recording.masks.target(`${origin}${path}`)}`,
      start: performance.now() - recording.begun,
    }
    recording.calls.push(call)
    calls.set(request, { call, recording })
  })
  const end = (request: object, result?: string) => {
    const { call, recording } = calls.get(request) ?? {}
    if (call === undefined || recording === undefined) return
    call.duration = performance.now() - recording.begun - call.start
    if (result !== undefined) call.result = result
  }
  hear('undici:request:headers', ({ request, response }) => end(request, String(response?.statusCode)))
  hear('undici:request:trailers', ({ request }) => end(request))
  hear('undici:request:error', ({ request, error }) => {
    end(request, calls.get(request)?.recording.masks.text(String(error?.message)))
  })
}

/**
 * Begins to record the queries of `node:sqlite` while a recorded request is handled. Calling the function again changes
 * nothing.
 */
export function listenToQueries(): void {
  if (areQueriesHeard) return
  areQueriesHeard = true
  subscribe('sqlite.db.query', (message) => {
    const recording = currentRecording()
    if (recording === undefined || recording.calls.length >= MOST) return
    const { sql, duration } = message as { readonly sql: string; readonly duration: number }
    const ms = duration / 1_000_000
    const start = Math.max(0, performance.now() - recording.begun - ms)
    // Node reports the SQL with the values of its parameters, such as typed strings and secrets. So the content of
    // string literals is hidden, unless the option `showSecrets` is true.
    const text = recording.masks.text(recording.masks.hidesSecrets ? sql.replace(LITERAL, "'…'") : sql)
    recording.calls.push({ kind: 'query', text, start, duration: ms })
  })
}

type Open = { -readonly [K in keyof ShownCall]: ShownCall[K] }

/** A message about a request from undici, the library that implements `fetch` on Node. */
interface Told {
  readonly request: object
  readonly response?: { readonly statusCode: number }
  readonly error?: { readonly message?: unknown }
}

interface Asked {
  readonly method: string
  readonly origin: string
  readonly path: string
}

function hear(channel: string, listener: (told: Told) => void): void {
  subscribe(channel, (message) => listener(message as Told))
}

let areFetchesHeard = false
let areQueriesHeard = false
const LITERAL = /'(?:[^']|'')*'/g
const MOST = 200
