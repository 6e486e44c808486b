import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'

export default defineConfig([core, autoload('config/autoload')])
