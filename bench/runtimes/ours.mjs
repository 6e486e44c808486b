import { FindMyWayRouter } from '@app/router-find-my-way'
import { applicationWith } from '../ours.mjs'

/** Our application for runtimes that serve the `fetch` of a module's default export (Bun, Deno). */
export default {
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
  fetch: applicationWith(new FindMyWayRouter()).fetch,
}
