/** A problem of an application, in a few lines that say what to do. */
export interface Problem {
  readonly kind: 'resolution' | 'copies' | 'versions' | 'loading' | 'shadowed-route' | 'dead-middleware' | 'types'
  readonly message: string
}
