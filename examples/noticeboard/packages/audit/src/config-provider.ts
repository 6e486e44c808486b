import type { Config, ConfigProvider, ServiceName } from '@app/core'
import { fromEnvironment, fromSection } from '@app/core/extending'
import { Audit, type AuditOptions } from './audit.ts'

export const AUDIT: ServiceName<Audit> = '@acme/audit'

/** The section of the configuration that the package reads. */
export interface AuditConfig extends Config {
  readonly audit?: Partial<AuditOptions>
}

/** Notes changes, in a file that the variable `AUDIT_FILE` names; behind who asks, and in front of everything else. */
export const configProvider: ConfigProvider = () => ({
  audit: { file: fromEnvironment('AUDIT_FILE') },
  dependencies: {
    factories: {
      [AUDIT]: (container) =>
        fromSection<AuditOptions, Audit>(container, 'audit', ({ file = 'data/audit.jsonl' }) => new Audit({ file })),
    },
  },
  middleware_pipeline: { [AUDIT]: { middleware: AUDIT, priority: 1_500 } },
})
