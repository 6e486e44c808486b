// Written by `app types` from the configuration. Do not change it: run `app types` again.
import type { Config, ServiceOf } from '@app/core'

declare module '@app/core' {
  interface ApplicationTypes {
    services: {
      '@app/core/Application': ServiceOf<typeof import('@app/core').ApplicationFactory>
      accounts: ServiceOf<typeof import('../src/modules/log-in/accounts.ts').Accounts> // if log-in
      'api.description': ServiceOf<typeof import('../src/modules/api/documentation.ts').describeApi> // if api
      'api.hello': ServiceOf<typeof import('../src/modules/api/hello.ts').answerHello> // if api
      'by-account': ServiceOf<typeof import('../src/modules/log-in/identity.ts').byAccount> // if log-in
      database: ServiceOf<typeof import('../src/modules/log-in/database.ts').openDatabase> // if log-in
      greeting: string
      hello: ServiceOf<typeof import('../src/modules/pages/hello.ts').hello> // if pages
      'known-device': ServiceOf<typeof import('../src/modules/log-in/device.ts').knownDevice> // if log-in
      'log-in': ServiceOf<typeof import('../src/modules/log-in/log-in.ts').enter> // if log-in
      'log-out-everywhere': ServiceOf<typeof import('../src/modules/log-in/log-in.ts').leaveEverywhere> // if log-in
      'sign-up': ServiceOf<typeof import('../src/modules/log-in/sign-up.ts').signUp> // if log-in
      config: Config & ApplicationTypes['configuration']
    }
    otherServices: '@app/core/Logger' | '@app/health' | '@app/security-headers' // if not pages
    otherServices: '@app/core/Logger' | '@app/csrf' | '@app/health' | '@app/security-headers' | '@app/static' // if pages and not log-in
    otherServices: '@app/authentication' | '@app/authorization' | '@app/core/Logger' | '@app/csrf' | '@app/health' | '@app/rate-limit' | '@app/security-headers' | '@app/session' | '@app/static' // if log-in
    injected: {
      accounts: typeof import('../src/modules/log-in/accounts.ts').Accounts // if log-in
      'api.description': typeof import('../src/modules/api/documentation.ts').describeApi // if api
      'api.hello': typeof import('../src/modules/api/hello.ts').answerHello // if api
      'by-account': typeof import('../src/modules/log-in/identity.ts').byAccount // if log-in
      hello: typeof import('../src/modules/pages/hello.ts').hello // if pages
      'known-device': typeof import('../src/modules/log-in/device.ts').knownDevice // if log-in
      'log-in': typeof import('../src/modules/log-in/log-in.ts').enter // if log-in
      'log-out-everywhere': typeof import('../src/modules/log-in/log-in.ts').leaveEverywhere // if log-in
      'sign-up': typeof import('../src/modules/log-in/sign-up.ts').signUp // if log-in
    }
    routes: {
      account: Readonly<Record<string, never>> // if log-in
      'api.description': Readonly<Record<string, never>> // if api
      'api.docs': Readonly<Record<string, never>> // if api
      'api.hello': { readonly name: string | number } // if api
      hello: { readonly name: string | number } // if pages
      home: Readonly<Record<string, never>>
      'log-in': Readonly<Record<string, never>> // if log-in
      'log-in.show': Readonly<Record<string, never>> // if log-in
      'log-out': Readonly<Record<string, never>> // if log-in
      'log-out-everywhere': Readonly<Record<string, never>> // if log-in
      'sign-up': Readonly<Record<string, never>> // if log-in
      'sign-up.show': Readonly<Record<string, never>> // if log-in
    }
    configuration: Record<never, never> // if not pages
    configuration: { // if pages
      session: { // if log-in
        secret: string | null // if log-in
      } // if log-in
      csrf: { // if pages
        secret: string | null // if pages
      } // if pages
      authentication: { // if log-in
        authenticators: readonly (string)[] // if log-in
        loginPage: string // if log-in
      } // if log-in
      authorization: { // if log-in
        showMissing: boolean // if log-in
      } // if log-in
      static: { // if pages
        folder: URL // if pages
        cacheControl: string // if pages
      } // if pages
    } // if pages
  }
}

declare module '@app/container-factory' {
  interface ApplicationTypes extends Pick<import('@app/core').ApplicationTypes, 'services' | 'otherServices'> {}
}
