import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as audit } from '#audit'
import { configProvider as metrics } from '#metrics'

export default defineConfig([core, audit, metrics, autoload('config/autoload')])
