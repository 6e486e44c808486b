import type { Application } from '@app/core'
import { answerTest } from '@app/core/internal'
import { SERVABLE } from '@app/http/internal'

/**
 * Answers a request target of any spelling without a socket, as a server would. `app.request()` refuses strings that are
 * neither a path nor a URL, since they are mistakes in a test.
 */
export function answerTarget(app: Application, target: string, init?: RequestInit): Promise<Response> {
  return answerTest(app[SERVABLE], target, init)
}
