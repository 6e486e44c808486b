import type { Config, ConfigProvider, ServiceName } from '@app/core'
import { fromEnvironment, fromSection } from '@app/core/extending'
import { Audit } from './audit.ts'
import type { Journal } from './entry.ts'
import { FileJournal } from './file-journal.ts'

export const AUDIT: ServiceName<Audit> = '@acme/audit'
export const JOURNAL: ServiceName<Journal> = '@acme/audit/journal'

/** The section of the configuration that the package reads. */
export interface AuditConfig extends Config {
  readonly audit?: { readonly file?: string }
}

/**
 * Records changes, behind authentication and before the application's own handlers. The service `@acme/audit/journal`
 * writes them to the file that the variable `AUDIT_FILE` names, else to `data/audit.jsonl`; an application may register
 * another journal under this name.
 */
export const configProvider: ConfigProvider = () => ({
  audit: { file: fromEnvironment('AUDIT_FILE') },
  dependencies: {
    factories: {
      [AUDIT]: (container) => new Audit(container.get(JOURNAL)),
      [JOURNAL]: (container) =>
        fromSection<{ file: string }, Journal>(
          container,
          'audit',
          ({ file = 'data/audit.jsonl' }) => new FileJournal(file),
        ),
    },
  },
  middleware_pipeline: { [AUDIT]: { middleware: AUDIT, priority: 1_500 } },
})
