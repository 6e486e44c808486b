const ROUTERS = ['find-my-way', 'trouter', 'rou3']
const KINDS = [
  ['code', 'none'],
  ['code', 'container-factory'],
  ['configured', 'container-factory'],
  ['modular', 'container-factory'],
]

/** Every application and every package that can be asked for: the name of its folder, and the flags that ask for it. */
export const APPLICATIONS: readonly (readonly [string, readonly string[]])[] = ROUTERS.flatMap((router) =>
  KINDS.map(([style = '', container = '']): [string, string[]] => [
    `${style}-${container}-${router}`,
    ['--style', style, '--container', container, '--router', router],
  ]),
)

export const PACKAGES: readonly (readonly [string, readonly string[]])[] = ['middleware', 'provider', 'router'].map(
  (template) => [`package-${template}`, ['--template', template, '--name', `@acme/package-${template}`]],
)
