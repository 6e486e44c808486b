import type { ServerRequest } from '@app/http'
import { sourceOf } from '@app/http/framework'
import { isDevelopment } from './node-development.ts'

/** Why a request gets an answer of this status that nobody has thrown; `undefined` outside of development. */
export function refusalReason(
  request: ServerRequest,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): string | undefined {
  if (!isDevelopment()) return undefined
  if (status === 404) return 'no route has this path, and no middleware has answered'
  if (status === 405 && headers.allow !== undefined) return `the routes of this path take ${headers.allow}`
  const { refusedTarget } = sourceOf(request)
  if (refusedTarget !== undefined) return `the path ${JSON.stringify(refusedTarget)} cannot be read`
  return 'middleware has refused it by refuse()'
}
