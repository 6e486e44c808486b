import { createContainer } from '@app/container-factory'
import { HelloHandler } from './hello-handler.ts'
import { PingHandler } from './ping-handler.ts'

export const container = createContainer({
  dependencies: {
    services: { greeting: 'Hello' },
    invokables: { ping: PingHandler },
    factories: { hello: HelloHandler },
  },
})
