import {
  type Matcher,
  matched,
  methodNotAllowed,
  notFound,
  type Route,
  type RouterInterface,
  type RouterTraits,
} from '@app/router'
import { createPathForm, expandOptional, methodsOf, type PathForm } from '@app/router/adapter'

/** Tries the routes one after the other; the first route with the path and the method matches. */
export class LinearRouter implements RouterInterface {
  readonly traits: RouterTraits = {
    anyMethod: 'any',
    emptyList: ['HEAD', 'OPTIONS'],
    precedence: 'registration',
    tokens: 'honored',
  }

  compile(routes: readonly Route[]): Matcher {
    const forms = routes.flatMap(formsOf)
    return (method, path) => {
      const allowed: string[] = []
      for (const { route, match } of forms) {
        const params = match(path)
        if (!params) continue
        const methods = methodsOf(route, this.traits)
        if (methods === 'any' || methods.includes(method)) return matched(route, params)
        allowed.push(...methods)
      }
      return allowed.length > 0 ? methodNotAllowed(allowed) : notFound
    }
  }
}

/** Returns the forms of a path: `/posts[/{page}]` has the forms `/posts` and `/posts/{page}`. */
function formsOf(route: Route): readonly PathForm[] {
  return expandOptional(route.segments).map((segments) => createPathForm(route, segments))
}
