import { type MiddlewareLike, text } from '@app/core'
import { doublePassError } from '@app/double-pass'
import { build, type Context } from './middleware-spec.ts'
import { NotApplicable } from './not-applicable.ts'

/**
 * The final handler of release line A answers errors, and the requests that no middleware has answered. Here it becomes
 * middleware that is piped last.
 */
export function finalMiddleware(spec: unknown, context: Context): readonly MiddlewareLike[] {
  const name = typeof spec === 'object' && spec !== null && 'const' in spec ? spec.const : undefined
  if (name === 'finalHandlerDev') {
    return [
      doublePassError((error) => text(String(error).replaceAll('<', '&lt;').replaceAll('>', '&gt;'), { status: 500 })),
    ]
  }
  // This final handler renders templates. Without a template it answers with the status alone, like an application
  // without a final handler, so nothing is piped.
  if (name === 'templatedErrorHandler') return []
  if (name === 'noopFinalHandler') return [() => text('')]
  if (name !== undefined) throw new NotApplicable(`There is no counterpart of the final handler "${String(name)}".`)
  return [build(spec, context)]
}
