import type { Application } from '@app/core'
import type { Step } from './raw-exchange.ts'

/** A fault of the application or of its client, and the reaction that the server has to show. */
export interface Fault {
  readonly name: string
  /** Adds the failing code to an application, at a path of its own. */
  readonly install: (app: Application, path: string) => void
  /** The steps of the client; by default, it sends a GET for the path. */
  readonly steps?: (path: string) => readonly Step[]
  /**
   * The required outcome of each request for the path; by default, there is one request, which has to be answered with
   * 500.
   */
  readonly outcomes?: readonly FaultOutcome[]
  /** The number of errors that have to reach the listener of errors; by default, one. */
  readonly reports?: number
}

/**
 * The status of a response; `cut` if the connection was cut before or within a response; `gone` if the client leaves
 * before the response could reach it.
 */
export type FaultOutcome = number | 'cut' | 'gone'

/** The steps of a GET for a path, on a connection that ends with the response. */
export function get(path: string, head = ''): readonly Step[] {
  return [{ send: `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n` }]
}

/** The step that uploads JSON. Its `Content-Length` is the length of the text, unless `length` is given. */
export function post(path: string, body: string, length: number = body.length): Step {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`
  return { send: `${head}Content-Length: ${length}\r\n\r\n${body}` }
}

/** The text that no client may ever read. */
export const SECRET = 'secret=hunter2'
