import { MissingRouterError } from '../routing/router-search.ts'

/** Several routers are installed. The message names them and shows how to choose. */
export class AmbiguousRouterError extends Error {
  override readonly name = 'AmbiguousRouterError'

  constructor(packages: readonly string[]) {
    const [first = ''] = packages
    super(
      `Several routers are installed: ${packages.join(', ')}. Remove all but one (npm rm ${packages.at(-1)}), ` +
        `or choose: import one from '${first}' and give it to new Application({ router }).`,
    )
  }
}

/**
 * Makes the error for an application whose manifest, at `root`, names no installed router. One of `missing` may be the
 * router.
 */
export function noRouterInstalled(root: string, missing: readonly string[]): MissingRouterError {
  const declared = missing.length ? ` that is installed: ${missing.join(', ')} is declared there, but not found` : ''
  return new MissingRouterError(
    `The application has routes, but ${root} depends on no router${declared}. ` +
      `Install ${missing.length ? 'what is declared, or' : 'one:'} npm install @app/router-find-my-way\n` +
      '(or @app/router-trouter, @app/router-rou3), or give it: new Application({ router }).',
  )
}
