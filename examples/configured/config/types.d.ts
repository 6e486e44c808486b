// Written by `app types` from the configuration. Do not change it: run `app types` again.
import type { Config, ServiceOf } from '@app/core'

declare module '@app/core' {
  interface ApplicationTypes {
    services: {
      '@app/core/Application': ServiceOf<typeof import('@app/core').ApplicationFactory>
      'acme/audit': typeof import('../src/audit-trail.ts').auditTrail
      'acme/fallback': typeof import('../src/shop-fallback.ts').shopFallback
      'acme/home': ServiceOf<() => InstanceType<typeof import('../src/home-handler.ts').HomeHandler>>
      'acme/ledger': ServiceOf<typeof import('../src/ledger.ts').Ledger>
      'acme/ping': ServiceOf<typeof import('../src/ping-handler.ts').PingHandler>
      'acme/report': ServiceOf<typeof import('../src/report-handler.ts').ReportHandler>
      'acme/timing': typeof import('../src/timing.ts').timing
      config: Config & ApplicationTypes['configuration']
    }
    otherServices: '@app/core/Logger' | '@app/static' | '@app/static/assets'
    injected: {
      'acme/report': typeof import('../src/report-handler.ts').ReportHandler
    }
    routes: {
      '/reports/{id}^GET': { readonly id: string | number }
      home: Readonly<Record<string, never>>
      ping: Readonly<Record<string, never>>
    }
    configuration: {
      greeting: string
      static: {
        folder: URL
        cacheControl: string
      }
    }
  }
}

declare module '@app/container-factory' {
  interface ApplicationTypes extends Pick<import('@app/core').ApplicationTypes, 'services' | 'otherServices'> {}
}
