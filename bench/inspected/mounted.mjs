import { createServer, Pipeline } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { applicationWith } from '../ours.mjs'

/**
 * Starts the application behind the inspector. Sets `NODE_ENV` as `app serve` does, since the inspector refuses to run
 * outside of development.
 */
export async function start(port) {
  process.env.NODE_ENV = 'development'
  const { inspector } = await import('@app/inspector')
  const app = applicationWith(new FindMyWayRouter())
  return createServer(new Pipeline().pipe(inspector(app)).pipe(app)).listen({ port, host: '127.0.0.1' })
}
