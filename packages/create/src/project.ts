export const TEMPLATES = ['application', 'middleware', 'provider', 'router'] as const
export const STYLES = ['code', 'configured', 'modular'] as const
export const CONTAINERS = ['none', 'container-factory'] as const
export const ROUTERS = ['find-my-way', 'trouter', 'rou3'] as const

export const EXTRAS = ['jobs', 'transactions', 'i18n', 'authentication-oidc'] as const

export type Template = (typeof TEMPLATES)[number]
export type Style = (typeof STYLES)[number]
export type Container = (typeof CONTAINERS)[number]
export type Router = (typeof ROUTERS)[number]
export type Extra = (typeof EXTRAS)[number]

interface Named {
  /** The absolute path of the folder to write to. */
  readonly folder: string
  /** The name of the package. */
  readonly name: string
}

/** An application, with the parts that it consists of. */
export interface ApplicationProject extends Named {
  readonly template: 'application'
  /** True if the application has pages for browsers. */
  readonly pages: boolean
  /** True if the application has an API with JSON for programs, below `/api`. */
  readonly api: boolean
  /** True if the application has accounts, and pages to log in. */
  readonly logIn: boolean
  readonly style: Style
  readonly container: Container
  readonly router: Router
  /** Further packages, each with a piece that uses it. An application that is listed in code has none. */
  readonly extras: readonly Extra[]
}

/** A package with middleware, a provider or a router, which other applications install. */
export interface PackageProject extends Named {
  readonly template: Exclude<Template, 'application'>
}

/** The project to write. */
export type Project = ApplicationProject | PackageProject
