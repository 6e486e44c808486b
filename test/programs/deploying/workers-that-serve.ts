import cluster from 'node:cluster'
import { createContainer } from '@app/container-factory'
import { Application, type Server, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

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

/** Starts a server of the program, in two workers. */
export const serve = (): Promise<Server> => app.run({ workers: 2, port: 0 })
