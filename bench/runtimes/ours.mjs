import { FindMyWayRouter } from '@app/router-find-my-way'
import { applicationWith } from '../ours.mjs'

/** Ours as a runtime serves it that takes an object with `fetch` as the default export. */
export default {
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
  fetch: applicationWith(new FindMyWayRouter()).fetch,
}
