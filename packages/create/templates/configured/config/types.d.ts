// Written by `app types` from the configuration. Do not change it: run `app types` again.
import type { Config, ServiceOf } from '@app/core'

declare module '@app/core' {
  interface ApplicationTypes {
    services: {
      '@app/core/Application': ServiceOf<typeof import('@app/core').ApplicationFactory>
      accounts: ServiceOf<typeof import('../src/log-in/accounts.ts').Accounts> // if log-in
      'by-account': ServiceOf<typeof import('../src/log-in/identity.ts').byAccount> // if log-in
      database: ServiceOf<typeof import('../src/log-in/database.ts').openDatabase> // if log-in
      greeting: string
      'identify-user': ServiceOf<typeof import('../src/log-in/at-others.ts').identifyUser> // if authentication-oidc
      'job-engine': ServiceOf<typeof import('../src/log-in/link-job.ts').openJobs> // if jobs
      'link-job': ServiceOf<typeof import('../src/log-in/link-job.ts').mailByJob> // if jobs
      'mail-link': ServiceOf<typeof import('../src/log-in/password-links.ts').mailLinks> // if log-in
      'password-links': ServiceOf<typeof import('../src/log-in/password-links.ts').passwordLinks> // if log-in
      'send-mail': ServiceOf<typeof import('../src/log-in/mail.ts').openMail> // if log-in
      transactions: ServiceOf<typeof import('../src/log-in/close-account.ts').openTransactions> // if transactions
      config: Config & ApplicationTypes['configuration']
    }
    otherServices:
      | '@app/authentication' // if log-in
      | '@app/authentication-oidc' // if authentication-oidc
      | '@app/authentication-oidc/callback' // if authentication-oidc
      | '@app/authentication-oidc/link' // if authentication-oidc
      | '@app/authentication-oidc/logIn' // if authentication-oidc
      | '@app/authentication-oidc/logOut' // if authentication-oidc
      | '@app/authorization' // if log-in
      | '@app/core/Logger'
      | '@app/csrf' // if pages
      | '@app/health'
      | '@app/i18n' // if i18n
      | '@app/i18n/translations' // if i18n
      | '@app/jobs' // if jobs
      | '@app/jobs/runner' // if jobs
      | '@app/jobs/start' // if jobs
      | '@app/once-links' // if log-in
      | '@app/rate-limit' // if log-in
      | '@app/security-headers'
      | '@app/session' // if log-in
      | '@app/static' // if pages
      | '@app/static/assets' // if pages
      | '@app/transactions' // if transactions
    injected: Record<never, never> // if not log-in
    injected: { // if log-in
      accounts: typeof import('../src/log-in/accounts.ts').Accounts // if log-in
      'by-account': typeof import('../src/log-in/identity.ts').byAccount // if log-in
      'identify-user': typeof import('../src/log-in/at-others.ts').identifyUser // if authentication-oidc
      'link-job': typeof import('../src/log-in/link-job.ts').mailByJob // if jobs
      'mail-link': typeof import('../src/log-in/password-links.ts').mailLinks // if log-in
      'password-links': typeof import('../src/log-in/password-links.ts').passwordLinks // if log-in
      transactions: typeof import('../src/log-in/close-account.ts').openTransactions // if transactions
    } // if log-in
    routes: {
      '@app/authentication-oidc/callback': { readonly provider: string | number } // if authentication-oidc
      '@app/authentication-oidc/link': { readonly provider: string | number } // if authentication-oidc
      '@app/authentication-oidc/logIn': { readonly provider: string | number } // if authentication-oidc
      '@app/authentication-oidc/logOut': { readonly provider: string | number } // if authentication-oidc
      account: Readonly<Record<string, never>> // if log-in
      'api.description': Readonly<Record<string, never>> // if api
      'api.docs': Readonly<Record<string, never>> // if api
      'api.hello': { readonly name: string | number } // if api
      'close-account': Readonly<Record<string, never>> // if transactions
      forgotten: Readonly<Record<string, never>> // if log-in
      'forgotten.show': Readonly<Record<string, never>> // if log-in
      hello: { readonly name: string | number } // if pages
      home: Readonly<Record<string, never>>
      'log-in': Readonly<Record<string, never>> // if log-in
      'log-in.show': Readonly<Record<string, never>> // if log-in
      'log-out': Readonly<Record<string, never>> // if log-in
      'log-out-everywhere': Readonly<Record<string, never>> // if log-in
      'new-password': Readonly<Record<string, never>> // if log-in
      'new-password.show': Readonly<Record<string, never>> // if log-in
      'sign-up': Readonly<Record<string, never>> // if log-in
      'sign-up.show': Readonly<Record<string, never>> // if log-in
    }
    placed: {
      listed: {
        'GET /account (account)': typeof import('../src/log-in/account-page.ts').accountPage // if authentication-oidc
        'GET /api/hello/{name} (api.hello)': typeof import('../src/api/hello.ts').answerHello // if api
        'GET /api/openapi.json (api.description)': typeof import('../src/api/documentation.ts').describeApi // if api
        'GET /hello/{name} (hello)': typeof import('../src/pages/hello.ts').hello // if pages
        'GET /log-in (log-in.show)': typeof import('../src/log-in/log-in.ts').showLogIn // if authentication-oidc
        'GET /new-password (new-password.show)': typeof import('../src/log-in/new-password.ts').showNewPassword // if log-in
        'POST /close-account (close-account)': typeof import('../src/log-in/close-account.ts').closeAccount // if transactions
        'POST /forgotten (forgotten)': typeof import('../src/log-in/forgotten.ts').forgotten // if log-in
        'POST /log-in (log-in)': typeof import('../src/log-in/log-in.ts').enter // if log-in
        'POST /log-out-everywhere (log-out-everywhere)': typeof import('../src/log-in/log-in.ts').leaveEverywhere // if log-in
        'POST /new-password (new-password)': typeof import('../src/log-in/new-password.ts').setPassword // if log-in
        'POST /sign-up (sign-up)': typeof import('../src/log-in/sign-up.ts').signUp // if log-in
      }
      pipeline: { // if log-in
        'known-device': typeof import('../src/log-in/device.ts').knownDevice // if log-in
      } // if log-in
    }
    configuration: Record<never, never> // if not pages
    configuration: { // if pages
      session: { // if log-in
        secret: string | null // if log-in
      } // if log-in
      csrf: { // if pages
        secret: string | null // if pages
      } // if pages
      once_links: { // if log-in
        secret: string | null // if log-in
      } // if log-in
      jobs: { // if jobs
        secret: string | null // if jobs
        engine: string // if jobs
        handlers: { // if jobs
          'mail.new-password': string // if jobs
        } // if jobs
        inline: boolean // if jobs
      } // if jobs
      authentication: { // if log-in
        authenticators: readonly (string)[] // if log-in
        loginPage: string // if log-in
      } // if log-in
      authorization: { // if log-in
        showMissing: boolean // if log-in
      } // if log-in
      authentication_oidc: { // if authentication-oidc
        providers: { // if authentication-oidc
          oidc: { // if authentication-oidc
            issuer: string | null // if authentication-oidc
            clientId: string | null // if authentication-oidc
            clientSecret: string | null // if authentication-oidc
            scopes: readonly (string)[] // if authentication-oidc
            userInfo: boolean // if authentication-oidc
          } // if authentication-oidc
        } // if authentication-oidc
        identify: string // if authentication-oidc
      } // if authentication-oidc
      i18n: { // if i18n
        catalogues: { // if i18n
          en: { // if i18n
            home: { // if i18n
              title: string // if i18n
              lead: string // if i18n
            } // if i18n
          } // if i18n
          de: { // if i18n
            home: { // if i18n
              title: string // if i18n
              lead: string // if i18n
            } // if i18n
          } // if i18n
        } // if i18n
        default: string // if i18n
      } // if i18n
      static: { // if pages
        folder: URL // if pages
        cacheControl: string // if pages
      } // if pages
      transactions: { // if transactions
        database: string // if transactions
        routes: string // if transactions
      } // if transactions
    } // if pages
  }
}

declare module '@app/container-factory' {
  interface ApplicationTypes extends Pick<import('@app/core').ApplicationTypes, 'services' | 'otherServices'> {}
}
