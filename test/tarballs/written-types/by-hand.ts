import type { Middleware } from '@app/core'

declare module '@app/core' {
  interface Services {
    '@app/static': Middleware
  }
}
