import { Application, text } from '@app/core'
import { compareResults } from '../compare-results.ts'
import type { Difference } from '../difference.ts'
import { recordedRequest } from '../recorded-request.ts'
import type { Unit } from '../units.ts'
import type { Outcome } from '../vectors.ts'

interface Globals {
  readonly server: { readonly REQUEST_METHOD?: string; readonly REQUEST_URI?: string }
}

/**
 * Compares the responses to requests that PHP reads from its global variables; here each request is made as a
 * `Request`.
 */
export async function compareRun({ recorded, expected }: Unit): Promise<readonly Difference[]> {
  const results: Outcome[] = []
  for (const { server } of recorded.globals as readonly Globals[]) {
    const { REQUEST_METHOD: method = 'GET', REQUEST_URI: path = '/' } = server
    const response = await new Application().pipe(() => text('handled')).fetch(recordedRequest({ method, path }))
    results.push({ status: response.status, body: await response.text() })
  }
  return compareResults(expected.results, results, ({ status, body }) => ({ status, body }))
}
