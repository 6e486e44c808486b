import { createServer, Pipeline } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { applicationWith } from '../ours.mjs'

/** The environment of `app serve`, since the inspector refuses to run in any other. */
export async function start(port) {
  process.env.NODE_ENV = 'development'
  const { inspector } = await import('@app/inspector')
  const app = applicationWith(new FindMyWayRouter())
  return createServer(new Pipeline().pipe(inspector(app)).pipe(app)).listen({ port, host: '127.0.0.1' })
}
