/** A problem of an application, in one or two lines that say what to do. */
export interface Problem {
  readonly kind: 'resolution' | 'core-copies' | 'shadowed-route' | 'dead-middleware' | 'types'
  readonly message: string
}
