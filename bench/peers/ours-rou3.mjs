import { createServer } from '@app/core'
import { Rou3Router } from '@app/router-rou3'
import { applicationWith } from '../ours.mjs'

export const start = (port) => createServer(applicationWith(new Rou3Router())).listen({ port, host: '127.0.0.1' })
