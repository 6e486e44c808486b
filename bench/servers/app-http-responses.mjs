import { createServer } from '@app/http'
import { handle } from '../fetch-handler.mjs'

/**
 * The server of `@app/http` with the handler that other servers in this folder run, which takes a `Request` of the
 * platform and gives a `Response`.
 */
export const start = (port) => createServer((request) => handle(request.raw)).listen({ port, host: '127.0.0.1' })
