import { createServer } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { applicationWith } from '../ours.mjs'

export const start = (port) => createServer(applicationWith(new FindMyWayRouter())).listen({ port, host: '127.0.0.1' })
