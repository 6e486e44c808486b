import { type AttributeKey, attributeKey, empty, HttpError, type Middleware, type ServerRequest } from '@app/core'
import { reportError } from '@app/core/extending'

/**
 * Returns a function that passes a request through its guards again. It resolves with `true` if they let the request
 * through, and find the same identity with the same roles as before.
 */
export function stillPasses(guards: readonly Middleware[], request: ServerRequest): () => Promise<boolean> {
  const identity = request.attribute(IDENTITY)
  return async () => {
    let isIn = false
    const inside = (again: ServerRequest) => {
      isIn = isSame(again.attribute(IDENTITY), identity)
      // session() keeps nothing of a request that fails: a stream renews no session.
      return empty({ status: 503 })
    }
    const ask = guards.reduceRight<(again: ServerRequest) => ReturnType<Middleware>>(
      (next, guard) => (again) => guard(again, next),
      inside,
    )
    try {
      await ask(request.withAttribute(IDENTITY, undefined))
    } catch (error) {
      isIn = false
      if (!HttpError.is(error) || error.status >= 500) reportError(request, error)
    }
    return isIn
  }
}

function isSame(found: Identity | undefined, before: Identity | undefined): boolean {
  return found?.id === before?.id && JSON.stringify(found?.roles) === JSON.stringify(before?.roles)
}

/** The part of an identity of `@app/authentication` that a stream compares. */
interface Identity {
  readonly id: string
  readonly roles?: readonly string[]
}

/** The key of `@app/authentication`, which need not be installed. */
const IDENTITY: AttributeKey<Identity | undefined> = attributeKey<Identity | undefined>('identity', {
  shared: '@app/authentication/identity',
  default: undefined,
})
