import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

type Next = (error?: unknown) => void
export type Handler = (request: IncomingMessage, response: ServerResponse, next: Next) => unknown
type ErrorHandler = (error: Error, request: IncomingMessage, response: ServerResponse, next: Next) => unknown

interface ExpressApplication extends RequestListener {
  disable(setting: string): this
  use(handler: Handler | ErrorHandler): this
  use(path: string, handler: Handler): this
}

export function express(): ExpressApplication
export function compression(options: { threshold: number }): Handler
export function morgan(format: string, options: { stream: { write(line: string): void } }): Handler
export function pinoHttp(options: object, stream: { write(line: string): void }): Handler
