import type { Answer, ErrorListener, RequestHandler, ServerRequest } from '@app/http'
import { boundary, type DirectEntry, directBoundary, type Entry } from '@app/http/framework'
import { channelsHeard, tracedEntry } from '#watching'
import { aroundRefusal } from '../middleware/for-every-answer.ts'
import { compileSequence } from '../middleware/nested-pipeline.ts'
import { notFoundHandler, refuse as refuseWith } from '../middleware/refuse.ts'
import { NOWHERE, type PreparedApplication, type PreparedPipeline } from '../tree/prepared-middleware.ts'
import { ready, TREE } from '../tree/walk.ts'

/**
 * Compiles and runs the content of a pipeline or application.
 *
 * The content is compiled at the first request, and again at the next request after a change, or after a tracing
 * channel got its first or lost its last subscriber.
 */
export class Runner implements Entry {
  /** Called for errors that no middleware has answered. */
  readonly onError: ErrorListener | undefined
  /** @internal The tree of the middleware, for functions that search it. */
  readonly [TREE]: Content
  readonly #compiled = new WeakMap<RequestHandler, Compiled>()
  #entry: RequestHandler | undefined
  #direct: DirectEntry | undefined
  #entryVersion = -1
  #entryHeard = 0

  constructor(content: Content, onError: ErrorListener | undefined) {
    this[TREE] = content
    this.onError = onError
  }

  /**
   * Runs the content as middleware: requests that the content does not answer go on to `handler`, and errors are
   * thrown.
   */
  readonly process = (request: ServerRequest, handler: RequestHandler): Answer => {
    let compiled = this.#compiled.get(handler)
    const { count: version } = this[TREE].revision
    const heard = channelsHeard()
    if (compiled?.version !== version || compiled.heard !== heard) {
      const { handle } = this[TREE].compile({ handle: handler }, NOWHERE)
      compiled = { version, heard, handle }
      this.#compiled.set(handler, compiled)
    }
    return compiled.handle(request)
  }

  /**
   * Runs the content as the outermost handler, which answers every request: with 404 if nothing else answers, and with
   * the status of the error if an error is thrown. Throws only if the content cannot be compiled.
   */
  readonly handle = (request: ServerRequest): Answer => {
    const isCurrent = this.#entryVersion === this[TREE].revision.count && this.#entryHeard === channelsHeard()
    if (isCurrent) return (this.#entry as RequestHandler)(request)
    const pending = this.ready()
    return pending ? pending.then(() => this.compile()(request)) : this.compile()(request)
  }

  /**
   * The compiled handler in the form that a server calls; `undefined` until it is compiled, after a change of the
   * content, and while the channel `@app/core:request` has a subscriber.
   */
  get direct(): DirectEntry | undefined {
    const isCurrent = this.#entryVersion === this[TREE].revision.count && this.#entryHeard === channelsHeard()
    return isCurrent ? this.#direct : undefined
  }

  /**
   * Answers 400 to a request whose target has no canonical path. Only middleware that is marked for every answer runs,
   * such as error handlers and access logs.
   */
  readonly refuse = async (request: ServerRequest): Promise<Response> => {
    const around = await aroundRefusal(this[TREE], NOWHERE)
    const { handle } = compileSequence(around, { handle: (refused) => refuseWith(refused, 400) }, NOWHERE)
    return boundary(handle, this.onError)(request)
  }

  /**
   * Waits for all that must be known before the first request, such as a router; `undefined` if there is nothing to
   * wait for.
   */
  ready(): Promise<void> | undefined {
    return ready(this[TREE], NOWHERE)
  }

  /** Compiles the content into the outermost handler. Throws if the pipeline cannot work. */
  compile(): RequestHandler {
    const { count: version } = this[TREE].revision
    this.#entryHeard = channelsHeard()
    const { handle } = this[TREE].compile({ handle: notFoundHandler }, NOWHERE)
    const traced = tracedEntry((onError) => boundary(handle, onError), this.onError)
    this.#entry = traced ?? boundary(handle, this.onError)
    this.#direct = traced ? undefined : directBoundary(handle, this.onError)
    this.#entryVersion = version
    return this.#entry
  }

  /**
   * Gives the content as a part of an outer pipeline, which compiles it again after later changes. `name` is the name
   * of the class that has the content.
   */
  nested(place: string, name: string): Content {
    const { [TREE]: content } = this
    return {
      ...content,
      place,
      name,
      compile: (next, surroundings) => {
        let version = content.revision.count
        let { handle, fail } = content.compile(next, surroundings)
        const renewed = (): RequestHandler => {
          version = content.revision.count
          handle = content.compile(next, surroundings).handle
          return handle
        }
        return {
          ...(fail && { fail }),
          handle: (request) => {
            if (version === content.revision.count) return handle(request)
            const pending = ready(content, surroundings)
            return pending ? pending.then(() => renewed()(request)) : renewed()(request)
          },
        }
      },
    }
  }
}

type Content = PreparedPipeline | PreparedApplication

interface Compiled {
  readonly version: number
  /** The tracing channels that the compiled chain publishes to, with one bit for each. */
  readonly heard: number
  readonly handle: RequestHandler
}
