import type { ServerRequest } from '@app/core'
import { beforeSending, matchedPath, onEnd, onError, plainBody } from '@app/core/extending'
import { sourceOf } from '@app/core/internal'
import type { MiddlewareMessage, RouteMessage } from '@app/core/logging'
import type { Masks } from '../masks.ts'
import type { ShownCall, ShownDetails, ShownRequest } from '../shown.ts'
import { curlCommand } from './curl.ts'
import type { RecordingContext } from './places.ts'
import { errorLine, shownErrors } from './shown-errors.ts'
import { Steps } from './steps.ts'

/** The data by which a request can be sent again. The inspector never shows this data. */
export interface SentRequest {
  readonly method: string
  readonly origin: string
  /** The canonical path with the query, or the target as it came if it has no canonical path, such as `/%`. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: Uint8Array<ArrayBuffer>
  /** `true` if the request had a body that is not kept. */
  readonly lacksBody: boolean
}

/** The record of one request, from its beginning to the last byte of its response. */
export class Recording {
  readonly steps: Steps
  readonly calls: ShownCall[] = []
  readonly begun: number = performance.now()
  readonly #context: RecordingContext
  readonly #request: ServerRequest
  readonly #start: Pick<ShownRequest, 'id' | 'at' | 'method' | 'repeats'>
  readonly #target: string
  readonly #errors: unknown[] = []
  #answer: Response | undefined
  #params: Readonly<Record<string, string | undefined>> = {}
  #routeName: string | undefined

  constructor(id: number, request: ServerRequest, context: RecordingContext, repeats: number | undefined) {
    const { fullPath, search, refusedTarget } = sourceOf(request)
    this.#context = context
    this.#request = request
    this.#target = refusedTarget ?? fullPath + search
    this.#start = {
      id,
      at: Date.now(),
      method: request.method,
      ...(repeats !== undefined && { repeats }),
    }
    this.steps = new Steps(this.begun, context)
  }

  get masks(): Masks {
    return this.#context.masks
  }

  get id(): number {
    return this.#start.id
  }

  /** Calls `changed` when status and headers of the response are known, and `over` when the request is over. */
  follow(changed: () => void, over: (details: ShownDetails, sent: SentRequest) => void): void {
    const request = this.#request
    onError(request, (error) => {
      if (this.#errors.length < MOST_ERRORS) this.#errors.push(error)
    })
    beforeSending(request, (response) => {
      this.#answer = response
      changed()
    })
    onEnd(request, async ({ status, isWhole }) => {
      const duration = performance.now() - this.begun
      const body = await this.#body()
      over(this.#details(status, isWhole, duration, body), this.#sent(body))
    })
  }

  /**
   * Notes the name and the params of the route that runs. Only the copy of the request that reaches the route has the
   * params.
   */
  enterRoute({ request, routeName }: RouteMessage): void {
    this.#params = request.params
    this.#routeName = routeName
  }

  enter(message: MiddlewareMessage | RouteMessage): void {
    this.steps.enter(message)
  }

  /** Returns the data for the list of requests, also before the request is over. */
  summary(): ShownRequest {
    const route = matchedPath(this.#request)
    const status = this.#answer?.status
    const error = this.#errors.at(-1)
    return {
      ...this.#start,
      target: this.#context.masks.target(this.#target, this.#params),
      ...(route !== undefined && { route }),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error: errorLine(error, this.#context.masks) }),
    }
  }

  #details(status: number | undefined, isWhole: boolean, duration: number, body: Body): ShownDetails {
    const { masks, editor } = this.#context
    const { method, headers, clientAddress, hasBody } = this.#request
    const shownHeaders = masks.pairs(headers)
    const { status: _status, ...summary } = this.summary()
    const answer = this.#answer
    const origin = new URL(this.#request.url).origin
    return {
      ...summary,
      ...(status !== undefined && { status }),
      duration,
      ...(!isWhole && { isAborted: true }),
      headers: shownHeaders,
      params: masks.pairs(Object.entries(this.#params).map(([name, value]) => [name, value ?? ''])),
      ...(this.#routeName !== undefined && { routeName: this.#routeName }),
      ...(clientAddress !== undefined && { client: clientAddress }),
      ...(answer?.status === status && answer !== undefined && { answer: shownAnswer(answer, masks) }),
      steps: this.steps.shown(),
      calls: this.calls,
      errors: this.#errors.flatMap((error) => shownErrors(error, editor, masks)).slice(0, MOST_ERRORS),
      curl: curlCommand({ method, url: origin + summary.target, headers: shownHeaders }),
      ...(hasBody &&
        body === undefined && { missingBody: 'The body was not kept: it was never read whole, or it is too long.' }),
    }
  }

  #sent(body: Body): SentRequest {
    const { method, url, headers } = this.#request
    return {
      method,
      origin: new URL(url).origin,
      target: this.#target,
      headers: [...headers],
      ...(body && { body }),
      lacksBody: this.#request.hasBody && body === undefined,
    }
  }

  /** Returns the bytes of the body, if the application has read it whole and it is short enough; else `undefined`. */
  async #body(): Promise<Body> {
    const request = this.#request
    if (!request.hasBody || !request.bodyUsed) return undefined
    const bytes = await request.bytes().catch(() => undefined)
    return bytes === undefined || bytes.byteLength > LONGEST_BODY ? undefined : bytes
  }
}

type Body = Uint8Array<ArrayBuffer> | undefined

function shownAnswer(answer: Response, masks: Masks): NonNullable<ShownDetails['answer']> {
  const text = plainBody(answer)
  const bytes =
    typeof text === 'string' ? new TextEncoder().encode(text).byteLength : answer.headers.get('content-length')
  return { headers: masks.pairs(answer.headers), ...(bytes !== null && { bytes: Number(bytes) }) }
}

const MOST_ERRORS = 10
const LONGEST_BODY = 65_536
