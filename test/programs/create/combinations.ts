/** A combination of options of `npm create @app`, and the features of the application that it creates. */
export interface Combination {
  readonly name: string
  readonly flags: readonly string[]
  readonly style: 'code' | 'configured' | 'modular'
  readonly hasPages: boolean
  readonly hasApi: boolean
  readonly hasLogIn: boolean
  /** The name of the router that the application prints when it listens. */
  readonly router: string
}

const ROUTERS = { 'find-my-way': 'FindMyWayRouter', trouter: 'TrouterRouter', rou3: 'Rou3Router' } as const

function combination(
  style: Combination['style'],
  router: keyof typeof ROUTERS,
  ...parts: readonly string[]
): Combination {
  const flags = parts.flatMap((part) => {
    if (part === 'container') return ['--container', 'container-factory']
    return part.startsWith('with-') ? ['--with', part.slice('with-'.length)] : [`--${part}`]
  })
  const isBoth = !parts.includes('pages') && !parts.includes('api')
  return {
    name: [style, router, ...parts].join('-').replaceAll(',', '-'),
    flags: ['--style', style, '--router', router, ...flags],
    style,
    hasPages: isBoth || parts.includes('pages'),
    hasApi: isBoth || parts.includes('api'),
    hasLogIn: parts.includes('log-in'),
    router: ROUTERS[router],
  }
}

/**
 * The combinations that are tried: every style with all features and with few, and every router in code and by
 * configuration.
 */
export const APPLICATIONS: readonly Combination[] = [
  combination('code', 'find-my-way'),
  combination('code', 'trouter', 'pages'),
  combination('code', 'rou3', 'api'),
  combination('code', 'find-my-way', 'log-in'),
  combination('code', 'find-my-way', 'pages', 'log-in'),
  combination('code', 'trouter', 'api', 'container'),
  combination('code', 'rou3', 'log-in', 'container'),
  combination('configured', 'find-my-way'),
  combination('configured', 'trouter', 'api'),
  combination('configured', 'rou3', 'pages', 'log-in'),
  combination('modular', 'trouter', 'pages'),
  combination('modular', 'rou3', 'api'),
  combination('modular', 'find-my-way', 'log-in'),
  // Further packages: each alone, each pair that shares files, and all.
  combination('configured', 'find-my-way', 'pages', 'log-in', 'with-jobs'),
  combination('modular', 'find-my-way', 'pages', 'log-in', 'with-transactions'),
  combination('configured', 'find-my-way', 'pages', 'with-i18n'),
  combination('modular', 'find-my-way', 'pages', 'log-in', 'with-jobs,transactions'),
  combination('configured', 'find-my-way', 'pages', 'log-in', 'with-transactions,i18n'),
  combination('modular', 'find-my-way', 'log-in', 'with-jobs,i18n'),
  combination('configured', 'rou3', 'pages', 'log-in', 'with-authentication-oidc'),
  combination('modular', 'trouter', 'log-in', 'with-transactions,authentication-oidc'),
  combination('configured', 'find-my-way', 'log-in', 'with-jobs,transactions,i18n,authentication-oidc'),
]

/** Every package that `npm create @app` can write: the name of its folder, and the flags for it. */
export const PACKAGES: readonly (readonly [string, readonly string[]])[] = ['middleware', 'provider', 'router'].map(
  (template) => [`package-${template}`, ['--template', template, '--name', `@acme/package-${template}`]],
)
