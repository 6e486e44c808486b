import type { Application, MiddlewareLike, RouterInterface } from '@app/core'
import { withoutBarePrefix } from '../../examples/pages/older-lines/bare-prefix.ts'
import { olderMethods } from '../../examples/pages/older-lines/older-methods.ts'
import type { Line } from './units.ts'

/**
 * The two adapters by which an application that comes from Mezzio keeps Mezzio's behaviour: for HEAD and OPTIONS
 * (`router`), and for a request to the bare prefix of a nested application (`nested`). `docs/coming-from-mezzio.md`
 * shows their code.
 */
export interface Adapters {
  router(router: RouterInterface, line: Line): RouterInterface
  nested(application: Application): MiddlewareLike
}

export const WITHOUT_ADAPTERS: Adapters = { router: (router) => router, nested: (application) => application }

/**
 * Mezzio v3 answers HEAD and OPTIONS as this framework does, so only its older release lines need an adapter for these
 * methods.
 */
export const WITH_ADAPTERS: Adapters = {
  router: (router, line) => (line === 'V3' ? router : olderMethods(router)),
  nested: withoutBarePrefix,
}
