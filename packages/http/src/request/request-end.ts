import { plainBody } from '#create-response'

/** The end of a request: the status of its response, and whether the response was sent completely. */
export interface RequestEnd {
  /** The status that was sent; `undefined` if the client left before that. */
  readonly status: number | undefined
  /** True if the whole response was sent. */
  readonly isWhole: boolean
}

/** Called once when a request has ended. */
export type EndListener = (end: RequestEnd) => void

/**
 * Makes a response call a listener when its body was read to the end, was cancelled or has failed; returns the
 * response, or a copy of it.
 *
 * A response without a stream counts as ended when it is handed to the platform, which reports nothing later.
 */
export function announceEnd(response: Response, listener: EndListener): Response {
  const { status, statusText, headers } = response
  const end = (isWhole: boolean) => listener({ status, isWhole })
  if (plainBody(response) !== undefined || response.body === null) {
    end(true)
    return response
  }
  return new Response(watched(response.body, end), { status, statusText, headers })
}

function watched(body: ReadableStream<Uint8Array>, end: (isWhole: boolean) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          controller.close()
          end(true)
        } catch (error) {
          controller.error(error)
          end(false)
        }
      },
      cancel(reason) {
        end(false)
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
