import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as staticFiles } from '@app/static'

export default defineConfig([core, staticFiles, autoload('config/autoload')])
