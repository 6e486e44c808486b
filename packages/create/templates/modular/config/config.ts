import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as staticFiles } from '@app/static'
import { configProvider as hello } from '../src/modules/hello/config-provider.ts'
import { configProvider as ping } from '../src/modules/ping/config-provider.ts'

export default defineConfig([core, staticFiles, hello, ping, autoload('config/autoload')])
