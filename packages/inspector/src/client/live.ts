import type { ShownRequest } from '../shown.ts'
import { base } from './ask.ts'

/** The requests that the server has sent since the page connected, by their numbers; the last 1,000 at most. */
export const live: Map<number, ShownRequest> = new Map()

const listeners = new Set<() => void>()

/** Calls a listener whenever a request has come or changed, until a signal aborts. */
export function onLive(listener: () => void, signal: AbortSignal): void {
  listeners.add(listener)
  signal.addEventListener('abort', () => listeners.delete(listener), { once: true })
}

/**
 * Begins to receive the recorded requests from the server, connects again after a restart of the server, and shows the
 * state of the connection in an element.
 */
export function listen(state: HTMLElement): void {
  const source = new EventSource(`${base}/events`)
  const take = (requests: readonly ShownRequest[]) => {
    for (const request of requests) live.set(request.id, request)
    for (const id of live.keys()) {
      if (live.size <= MOST) break
      live.delete(id)
    }
    for (const listener of listeners) listener()
  }
  source.addEventListener('all', ({ data }) => {
    live.clear()
    state.textContent = 'live'
    state.className = 'live'
    take(JSON.parse(data))
  })
  source.addEventListener('changed', ({ data }) => take(JSON.parse(data)))
  source.addEventListener('error', () => {
    state.textContent = 'the server is away'
    state.className = 'away'
  })
}

const MOST = 1_000
