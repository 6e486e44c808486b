import { DatabaseSync } from 'node:sqlite'
import { handlerFor, job, sqlJobs } from '@app/jobs'

const bake = job({ name: 'bake', retries: 0 })

/** Jobs in a SQLite beside the application, for `app jobs`. */
export default {
  jobs: { engine: 'shop/engine', handlers: { bake: 'shop/bake' }, poll: 0.05, onError: () => undefined },
  dependencies: {
    factories: {
      'shop/engine': () => sqlJobs(new DatabaseSync('jobs.db')),
      'shop/bake': () =>
        handlerFor(bake, ({ id }) => {
          if (id < 0) throw new Error('It is burnt.')
        }),
    },
  },
}
