import type { RouterInterface } from '@app/router'
import type { Container } from '../container/container.ts'
import type { ErrorListener } from '../pipeline/boundary.ts'

/** What an application is made of; each part may be left out. */
export interface ApplicationOptions {
  /** Left out: the container's `@app/router/RouterInterface`, else the one router that is installed. */
  readonly router?: RouterInterface
  /** Where services named as middleware come from. */
  readonly container?: Container
  /** Hears of each error that no middleware answered; left out, those of status 500 and above are logged. */
  readonly onError?: ErrorListener
  /** A folder or file of the application from where an installed router is looked for. */
  readonly from?: string | URL
}
