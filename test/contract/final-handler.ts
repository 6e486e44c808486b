import { type MiddlewareLike, text } from '@app/core'
import { doublePassError } from '@app/core/double-pass'
import { build, type Context } from './middleware-spec.ts'
import { NotApplicable } from './not-applicable.ts'

/** A final handler of variant A is piped last: it answers the requests that no middleware has answered, and errors. */
export function finalMiddleware(spec: unknown, context: Context): readonly MiddlewareLike[] {
  const name = typeof spec === 'object' && spec !== null && 'const' in spec ? spec.const : undefined
  if (name === 'finalHandlerDev') {
    return [
      doublePassError((error) => text(String(error).replaceAll('<', '&lt;').replaceAll('>', '&gt;'), { status: 500 })),
    ]
  }
  // The final handler renders templates. Without a template it gives the status alone, like an application without a
  // final handler.
  if (name === 'templatedErrorHandler') return []
  if (name === 'noopFinalHandler') return [() => text('')]
  if (name !== undefined) throw new NotApplicable(`There is no counterpart of the final handler "${String(name)}".`)
  return [build(spec, context)]
}
