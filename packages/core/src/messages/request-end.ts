import { plainBody } from '#create-response'

/** How a request ended: with the last octet of its answer, or with its client gone. */
export interface RequestEnd {
  /** What was sent; absent where the client left before anything was. */
  readonly status: number | undefined
  /** Whether all of the answer was sent. */
  readonly isWhole: boolean
}

/** Hears once how a request ended. */
export type EndListener = (end: RequestEnd) => void

/**
 * The answer to a Fetch `Request`, telling a listener when its body has been taken or is wanted no more.
 *
 * Of an answer that is no stream the platform says nothing later on: it ends when it is handed over.
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
