import type { EventGenerator } from '@app/event-stream'
import type { Recorder } from '../recording/recorder.ts'
import type { ShownRequest } from '../shown.ts'

/**
 * Makes the server-sent events for one open page of the inspector: first all kept requests, then each request that is
 * new or has changed. If the page reads slowly, several changes of a request become one event, and of more than `MOST`
 * changed requests the oldest are left out.
 */
export function news(recorder: Recorder): EventGenerator {
  return async function* news(_request, { signal }) {
    const waiting = new Map<number, ShownRequest>()
    let wake = () => {}
    const stop = recorder.onChange((summary) => {
      waiting.delete(summary.id)
      waiting.set(summary.id, summary)
      if (waiting.size > MOST) waiting.delete(waiting.keys().next().value as number)
      wake()
    })
    signal.addEventListener('abort', () => wake(), { once: true })
    try {
      yield { event: 'all', data: recorder.summaries() }
      while (!signal.aborted) {
        const changed = [...waiting.values()]
        waiting.clear()
        if (changed.length > 0) yield { event: 'changed', data: changed }
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      stop()
    }
  }
}

const MOST = 1_000
