import { createServer } from '@app/http'
import { handle } from '../fetch-handler.mjs'

/** As the others: the handler gets a `Request` of the platform, and makes `Response` of it. */
export const start = (port) => createServer((request) => handle(request.raw)).listen({ port, host: '127.0.0.1' })
