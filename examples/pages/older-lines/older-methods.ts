import type { Matcher, Route, RouterInterface, RouterTraits } from '@app/router'

/**
 * A router that, like older releases, runs the first route of a path for HEAD and OPTIONS, unless a route has these
 * methods.
 */
export function olderMethods(router: RouterInterface): RouterInterface {
  return new OlderMethods(router)
}

class OlderMethods implements RouterInterface {
  readonly traits: RouterTraits
  readonly #router: RouterInterface

  constructor(router: RouterInterface) {
    this.#router = router
    this.traits = { ...router.traits, alsoMethods: ['HEAD', 'OPTIONS'] }
  }

  compile(routes: readonly Route[]): Matcher {
    const match = this.#router.compile(routes)
    return (method, path) => {
      const result = match(method, path)
      if (result.matched || !(method === 'HEAD' || method === 'OPTIONS')) return result
      const [first] = result.allowedMethods
      return first === undefined ? result : match(first, path)
    }
  }
}
