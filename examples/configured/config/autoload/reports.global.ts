import type { Config } from '@app/core'
import { Ledger } from '../../src/ledger.ts'
import { ReportHandler } from '../../src/report-handler.ts'

export default {
  dependencies: {
    invokables: { 'acme/ledger': Ledger },
    factories: { 'acme/report': ReportHandler },
  },
} satisfies Config
