// Written by `app types` from the configuration. Do not change it: run `app types` again.
import type { Config, ServiceOf } from '@app/core'

declare module '@app/core' {
  interface ApplicationTypes {
    services: {
      '@app/core/Application': ServiceOf<typeof import('@app/core').ApplicationFactory>
      greeting: string
      hello: ServiceOf<typeof import('../src/hello-handler.ts').HelloHandler>
      ping: ServiceOf<typeof import('../src/ping-handler.ts').PingHandler>
      config: Config & ApplicationTypes['configuration']
    }
    otherServices: '@app/static'
    injected: {
      hello: typeof import('../src/hello-handler.ts').HelloHandler
    }
    routes: {
      hello: { readonly name: string | number }
      home: Readonly<Record<string, never>>
      ping: Readonly<Record<string, never>>
    }
    configuration: {
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
