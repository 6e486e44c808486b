import type { Answer, ServerRequest } from '@app/http'
import { inside, madeAtOnce } from './inside.ts'
import type { PreparedMiddleware, Surroundings } from './prepared-middleware.ts'

/** Makes the answer to an error. */
export type ErrorResponder = (error: unknown, request: ServerRequest) => Answer

/** The method by which an error handler, of any copy of this package, answers an error that nobody threw. */
export const RESPOND: unique symbol = Symbol.for('@app/core/respond')

interface Responding {
  readonly [RESPOND]: ErrorResponder
}

/** Whether an object is an error handler. */
export function isResponding(value: object): value is Responding {
  return RESPOND in value
}

/** The responder of the first error handler in a tree, which answers errors that are known before middleware runs. */
export function findResponder(node: PreparedMiddleware, surroundings: Surroundings): ErrorResponder | undefined {
  switch (node.kind) {
    case 'object': {
      const { value } = node
      return isResponding(value) ? (error, request) => value[RESPOND](error, request) : undefined
    }
    case 'service':
    case 'class': {
      const made = node.mayRespond ? madeAtOnce(node, surroundings) : undefined
      return made && findResponder(made, surroundings)
    }
    // An error handler for some requests alone does not answer for the others.
    case 'limited':
      return undefined
    default: {
      const [children, around] = inside(node, surroundings)
      for (const child of children) {
        const responder = findResponder(child, around)
        if (responder) return responder
      }
      return undefined
    }
  }
}
