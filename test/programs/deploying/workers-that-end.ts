import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { createContainer } from '@app/container-factory'
import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/**
 * A program whose workers fail at their start if the file that `MODE_FILE` names contains `broken` or `silent`. With
 * `second`, only the second worker fails; with `others`, all but the first; with `between`, the second worker ends
 * after the first of two servers listens.
 */
const mode = readFileSync(process.env.MODE_FILE ?? '', 'utf8')
if (cluster.isWorker && mode === 'broken') throw new Error('the certificate of the queue has expired')
if (cluster.isWorker && mode === 'silent') process.exit(3)
const id = cluster.worker?.id ?? 0
if ((mode === 'second' && id === 2) || (mode === 'others' && id > 1)) throw new Error('the certificate has expired')

const container = createContainer({
  dependencies: {
    eager: ['acme/queue'],
    factories: {
      'acme/queue': () => ({
        start: async () => console.log(`started in ${cluster.isWorker ? 'a worker' : 'the first process'}`),
        [Symbol.asyncDispose]: async () => console.log('disposed of'),
      }),
    },
  },
})
const app = new Application({ router: new FindMyWayRouter(), container })
app.get('/pid', () => text(String(process.pid)))
app.get('/parent', () => text(String(process.ppid)))
app.get('/never', () => {
  console.log('asked')
  return new Promise(() => undefined)
})
app.get('/exit', () => process.exit(7))

const { address } = await app.run({ workers: 2, port: 0 })
if (mode === 'between') {
  if (id === 2) process.exit(4)
  await app.run({ workers: 2, port: 0 })
}
if (cluster.isPrimary) console.log(`in workers at ${address?.port}`)
