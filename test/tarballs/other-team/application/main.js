import { loadConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application } from '@app/core'

const container = createContainer(await loadConfig())
const app = container.get(Application.SERVICE)
await app.check()
await app.request('/')
