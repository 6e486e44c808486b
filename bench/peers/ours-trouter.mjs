import { createServer } from '@app/core'
import { TrouterRouter } from '@app/router-trouter'
import { applicationWith } from '../ours.mjs'

export const start = (port) => createServer(applicationWith(new TrouterRouter())).listen({ port, host: '127.0.0.1' })
