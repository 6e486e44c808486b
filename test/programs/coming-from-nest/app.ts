import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core, ROUTER_SERVICE } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { configProvider as notes } from './notes.ts'

const router = { dependencies: { services: { [ROUTER_SERVICE]: new FindMyWayRouter() } } }

const config = await resolveConfig(defineConfig([core, notes, router]))
export const app: Application = createContainer(config).get(Application.SERVICE)
