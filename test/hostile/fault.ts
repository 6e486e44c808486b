import type { Application } from '@app/core'
import type { Step } from './raw-exchange.ts'

/** A fault, and the required reaction to it. */
export interface Fault {
  readonly name: string
  /** Adds the failing code to an application, at a path of its own. */
  readonly install: (app: Application, path: string) => void
  /** The steps of the client; without them a GET of the path. */
  readonly steps?: (path: string) => readonly Step[]
  /** The required outcome of each request for the path. Left out, one request with 500. */
  readonly outcomes?: readonly FaultOutcome[]
  /** The number of errors that are reported in all; left out, one. */
  readonly reports?: number
}

/** A status, a connection that was cut before or within an answer, or a client that does not stay to see. */
export type FaultOutcome = number | 'cut' | 'gone'

/** A request for a path, on a connection that ends with the answer. */
export function get(path: string, head = ''): readonly Step[] {
  return [{ send: `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n` }]
}

/** An upload of JSON, as long as its text unless told otherwise. */
export function post(path: string, body: string, length: number = body.length): Step {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`
  return { send: `${head}Content-Length: ${length}\r\n\r\n${body}` }
}

/** The text that no client may ever read. */
export const SECRET = 'secret=hunter2'
