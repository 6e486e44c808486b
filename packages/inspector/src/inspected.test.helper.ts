import { Application, type MiddlewareLike } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type InspectorOptions, inspector } from './index.ts'
import type { ShownDetails, ShownRequest } from './shown.ts'

/** An application behind an inspector, and the data that the inspector shows of it. */
export interface Inspected {
  request(path: string, init?: RequestInit): Promise<Response>
  /** Returns the response of the inspector to a path below the inspector's own path. */
  ask<T>(path: string): Promise<T>
  details(id: number): Promise<ShownDetails>
  /** Returns all kept requests, the oldest first. */
  list(): Promise<readonly ShownRequest[]>
}

/** Makes an application with a router. The application logs nothing. */
export function application(): Application {
  return new Application({ router: new FindMyWayRouter(), onError: () => undefined })
}

/** Puts an inspector before an application. */
export function inspect(app: Application, options: InspectorOptions = {}, ...between: MiddlewareLike[]): Inspected {
  const served = new Application({ onError: () => undefined }).pipe(inspector(app, options)).pipe(between).pipe(app)
  const ask = async <T>(path: string): Promise<T> => {
    const response = await served.request(`/_app${path}`)
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    request: (path, init) => served.request(path, init as never),
    ask,
    details: (id) => ask(`/requests/${id}`),
    list: async () => {
      const response = await served.request('/_app/events')
      const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (!/event: all\ndata: .*\n\n/.test(text)) text += (await reader.read()).value ?? ''
      await reader.cancel()
      return JSON.parse(/data: (.*)/.exec(text)?.[1] ?? '')
    },
  }
}

/** Requests a path, reads the response to its end, and returns the details of the request. */
export async function visit(inspected: Inspected, path: string, init?: RequestInit): Promise<ShownDetails> {
  await (await inspected.request(path, init)).text()
  const last = (await inspected.list()).at(-1)
  return inspected.details(last?.id ?? 0)
}
