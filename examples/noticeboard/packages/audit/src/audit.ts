import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { IDENTITY } from '@app/authentication'
import { type MiddlewareInterface, matchedRoute, type RequestHandler, type ServerRequest } from '@app/core'
import { REQUEST_ID } from '@app/core/logging'
import type { Entry } from './entry.ts'

export interface AuditOptions {
  /** Where entries go, a line of JSON for each. */
  readonly file: string
}

/** Notes every request that may change something, when it is answered. */
export class Audit implements MiddlewareInterface {
  readonly #file: string

  constructor({ file }: AuditOptions) {
    this.#file = file
  }

  readonly process = async (request: ServerRequest, handler: RequestHandler): Promise<Response> => {
    const response = await handler(request)
    if (!READS.has(request.method)) await this.#note(request, response.status)
    return response
  }

  async #note(request: ServerRequest, status: number): Promise<void> {
    const entry: Entry = {
      time: new Date().toISOString(),
      who: request.attribute(IDENTITY)?.id ?? null,
      method: request.method,
      path: request.fullPath,
      route: matchedRoute(request)?.path ?? null,
      status,
      request: request.attribute(REQUEST_ID) ?? null,
    }
    await mkdir(dirname(this.#file), { recursive: true })
    await appendFile(this.#file, `${JSON.stringify(entry)}\n`)
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
