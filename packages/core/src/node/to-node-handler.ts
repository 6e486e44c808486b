import type { IncomingMessage, ServerResponse } from 'node:http'
import { canonicalPath } from '@app/router'
import type { RequestHandler, RequestHandlerInterface } from '../messages/request-handler.ts'
import { parseTarget } from '../messages/request-target.ts'
import { text } from '../messages/response-helpers.ts'
import { sendOnce } from '../messages/send-once.ts'
import { atBasePath, createRequest } from '../messages/server-request.ts'
import { entryOf, listenerOf, runnerOf } from './entry-of.ts'
import { nodeListener } from './node-listener.ts'
import { NodeSource } from './node-source.ts'
import type { NodeHandler, ServerOptions } from './server.ts'
import { checkServerOptions } from './server-options.ts'
import type { Surrounding } from './surrounding.ts'
import { bodyFraming } from './unread-body.ts'
import { writeResponse } from './write-response.ts'

/**
 * A listener for node's servers, and middleware for Express, Fastify and Nest: `express().use('/new', toNodeHandler(app))`.
 *
 * With `next` it passes on what nothing answers, and errors as long as nothing was sent. It settles when the answer is
 * out. A prefix that the other framework took off (`baseUrl`) becomes the base path.
 */
export function toNodeHandler(
  handler: RequestHandler | RequestHandlerInterface,
  options: ServerOptions = {},
): NodeHandler {
  const { bodyLimit, handlerTimeout, proxies } = checkServerOptions(options)
  const onError = listenerOf(handler, options.onError)
  const server: Surrounding = { bodyLimit, handlerTimeout, onError, proxies, isClosing: false }
  const listener = nodeListener(entryOf(handler, options.onError), server)
  const runner = runnerOf(handler)
  return async (request, response, next) => {
    const incoming = request as IncomingMessage
    const outgoing = response as ServerResponse
    if (!next) return listener(incoming, outgoing)
    try {
      const target = parseTarget(incoming.method as string, incoming.url as string)
      const basePath = basePathOf(incoming)
      const framing = bodyFraming(incoming)
      if (!target || basePath === undefined || framing === 'unreadable') {
        if (framing === 'unreadable') outgoing.shouldKeepAlive = false
        return await writeResponse(outgoing, text('Bad Request', { status: 400 }), framing)
      }
      const source = new NodeSource(incoming, outgoing, { ...target, path: basePath + target.path }, framing, server)
      const request = atBasePath(createRequest(source, incoming.method as string), basePath)
      await runner.ready()
      const response = await runner.process(request, passOn)
      if (passed.has(response)) next()
      else await writeResponse(outgoing, sendOnce(response), framing)
    } catch (error) {
      if (outgoing.headersSent) outgoing.destroy()
      else next(error)
    }
  }
}

/** Answers of this handler mean that nothing else answered, whatever was added to them on the way out. */
const passed = new WeakSet<Response>()

const passOn: RequestHandler = () => {
  const response = text('Not Found', { status: 404 })
  passed.add(response)
  return response
}

/** What Express and its like took off before they called us; `undefined` where no canonical path starts so. */
function basePathOf(incoming: IncomingMessage): string | undefined {
  const { baseUrl = '' } = incoming as IncomingMessage & { baseUrl?: string }
  return baseUrl === '' ? '' : canonicalPath(baseUrl)
}
