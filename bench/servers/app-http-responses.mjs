import { createServer } from '@app/http'
import { handle } from '../fetch-handler.mjs'

/**
 * The server of `@app/http` with the same handler as other servers in this folder: the handler takes a `Request` of the
 * platform, and gives a `Response`.
 */
export const start = (port) => createServer((request) => handle(request.raw)).listen({ port, host: '127.0.0.1' })
