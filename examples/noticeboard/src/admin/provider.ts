import { ApplicationFactory, type Config } from '@app/core'
import { adminsOnly } from './admins-only.ts'
import { changeRole, showAccounts } from './show-accounts.ts'

/** The admin area is an application of its own, which has its own routes and stands behind a prefix. */
const area = () =>
  ({
    routes: {
      'admin.accounts': { path: '', middleware: 'admin.accounts', allowed_methods: ['GET'] },
      'admin.role': { path: '/accounts/{id:\\d+}/role', middleware: 'admin.role', allowed_methods: ['POST'] },
    },
  }) satisfies Config

export const configProvider = () =>
  ({
    dependencies: {
      factories: {
        'noticeboard/admin': ApplicationFactory.for({ config: 'noticeboard/admin-config' }),
        'noticeboard/admin-config': area,
        'admin.accounts': showAccounts,
        'admin.role': changeRole,
      },
    },
    middleware_pipeline: {
      'admins-only': { path: '/admin', middleware: adminsOnly, priority: 2_000 },
      admin: { path: '/admin', middleware: 'noticeboard/admin', priority: 1_000 },
    },
  }) satisfies Config
