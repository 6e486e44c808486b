import type { ConfigProvider } from '@app/core'
import { entryFor } from '@app/endpoint/server'
import { answerHello, hello } from './hello.ts'

export const configProvider: ConfigProvider = () => ({
  dependencies: { factories: { 'api.hello': answerHello } },
  routes: [entryFor(hello, 'api.hello')],
})
