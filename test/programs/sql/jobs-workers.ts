import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, text } from '@app/core'
import { configProvider, handlerFor, job, sqlJobs } from '@app/jobs'
import { redisJobs } from '@app/jobs/redis'
import { Redis } from 'ioredis'

/** A program with two workers that run jobs, which are in the SQLite `DATABASE`, or in the Redis `REDIS_URL`. */
const { DATABASE = '', REDIS_URL, PORT } = process.env

const bake = job<{ id: number }>({ name: 'bake' })

const own: Config = {
  jobs: { engine: 'acme/engine', handlers: { bake: 'acme/bake' }, poll: 0.05, lease: 1, concurrency: 1 },
  dependencies: {
    factories: {
      'acme/redis': () => {
        const redis = new Redis(REDIS_URL ?? '', { maxRetriesPerRequest: 0 })
        redis.on('error', () => undefined)
        return Object.assign(redis, { [Symbol.asyncDispose]: async () => redis.disconnect() })
      },
      'acme/engine': (container) =>
        REDIS_URL === undefined ? sqlJobs(new DatabaseSync(DATABASE)) : redisJobs(container.get('acme/redis') as Redis),
      'acme/bake': () =>
        handlerFor(bake, async ({ id }) => {
          console.log(`BEGUN ${id} in ${process.pid}.`)
          await sleep(300)
          console.log(`DONE ${id} in ${process.pid}.`)
        }),
    },
  },
  middleware_pipeline: { hello: { middleware: () => text('Hello!') } },
}
const config = await resolveConfig(defineConfig([core, configProvider, own]), { root: import.meta.dirname })
const app = createContainer(config).get(Application.SERVICE)
await app.run({ workers: 2, port: Number(PORT), host: '127.0.0.1' })
