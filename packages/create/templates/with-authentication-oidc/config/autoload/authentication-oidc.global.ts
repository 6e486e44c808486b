import { env } from '@app/config'
import type { Config } from '@app/core'
import { identifyUser } from '../../src/log-in/at-others.ts' // if not modular
import { identifyUser } from '../../src/modules/log-in/at-others.ts' // if modular

export default {
  dependencies: { factories: { 'identify-user': identifyUser } },
  authentication_oidc: {
    providers: {
      // Left out if the variables are not set. The name is a part of the redirect URI: /log-in/oidc/callback.
      oidc: {
        issuer: env('OIDC_ISSUER', null),
        clientId: env('OIDC_CLIENT_ID', null),
        clientSecret: env('OIDC_CLIENT_SECRET', null),
        scopes: ['email'],
        // Some providers tell the address only there.
        userInfo: true,
      },
    },
    identify: 'identify-user',
  },
} satisfies Config
