import { type ConfigProvider, Priority } from '@app/core'
import { Audit } from './audit.ts'

export const configProvider: ConfigProvider = () => ({
  dependencies: { factories: { '@acme/audit': (container) => new Audit(container.get('acme/logger')) } },
  middleware_pipeline: { '@acme/audit': { middleware: '@acme/audit', priority: Priority.BEFORE_ROUTING } },
})
