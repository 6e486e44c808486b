import type {} from '@app/authentication-oidc'
import { env } from '@app/config'
import type { Config } from '@app/core'
import { account } from '../logging-in/pages.ts'
import { identify } from './accounts.ts'
import { logInPage } from './log-in-page.ts'

export default {
  authentication: { loginPage: '/log-in' },
  authentication_oidc: {
    providers: {
      google: {
        issuer: 'https://accounts.google.com',
        clientId: env('GOOGLE_ID'),
        clientSecret: env('GOOGLE_SECRET'),
        scopes: ['profile'],
      },
    },
    identify: 'acme/identify',
  },
  dependencies: { services: { 'acme/identify': identify } },
  routes: {
    logInPage: { path: '/log-in', middleware: logInPage, metadata: { '@app/authorization': 'public' } },
    account: { path: '/account', middleware: account, metadata: { '@app/authorization': 'authenticated' } },
  },
} satisfies Config
