import type { Config } from '@app/core'
import { closeAccount, openTransactions } from '../../src/log-in/close-account.ts' // if not modular
import { closeAccount, openTransactions } from '../../src/modules/log-in/close-account.ts' // if modular

export default {
  dependencies: { factories: { transactions: openTransactions } },
  // Only routes with the metadata run in a transaction: it keeps others from writing while it lasts, and a log-in
  // hashes for some tenths of a second.
  transactions: { database: 'transactions', routes: 'marked' },
  routes: [
    {
      path: '/close-account',
      middleware: closeAccount,
      allowed_methods: ['POST'],
      name: 'close-account',
      metadata: { '@app/authorization': 'authenticated', '@app/transactions': {} },
    },
  ],
} satisfies Config
