import { ApplicationFactory, type Config, Priority } from '@app/core'
import { changeRole, showAccounts } from './show-accounts.ts'

const ADMINS = { '@app/authorization': { roles: ['admin'] } }

/** The admin area is an application of its own, which has its own routes and runs under a prefix. */
const area = () =>
  ({
    routes: {
      'admin.accounts': { path: '', middleware: showAccounts, allowed_methods: ['GET'], metadata: ADMINS },
      'admin.role': {
        path: '/accounts/{id:\\d+}/role',
        middleware: changeRole,
        allowed_methods: ['POST'],
        metadata: ADMINS,
      },
    },
  }) satisfies Config

export const configProvider = () =>
  ({
    dependencies: {
      factories: {
        'noticeboard/admin': ApplicationFactory.for({ config: 'noticeboard/admin-config' }),
        'noticeboard/admin-config': area,
      },
    },
    middleware_pipeline: {
      admin: { path: '/admin', middleware: 'noticeboard/admin', priority: Priority.BEFORE_ROUTING },
    },
  }) satisfies Config
