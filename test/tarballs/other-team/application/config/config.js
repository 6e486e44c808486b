import { configProvider as audit } from '@acme/audit'
import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'

export default defineConfig([core, audit, autoload('config/autoload')])
