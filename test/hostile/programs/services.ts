import { setTimeout as sleep } from 'node:timers/promises'
import { createContainer } from '@app/container-factory'
import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

// Runs an application with a service whose disposal fails, hangs or succeeds, as the environment variable `DISPOSAL`
// says.

const { DISPOSAL = 'well' } = process.env

class Database {
  async dispose(): Promise<void> {
    if (DISPOSAL === 'throws') throw new Error('the database is stuck')
    if (DISPOSAL === 'hangs') await new Promise(() => undefined)
    await sleep(20)
    console.log('disposed')
  }
}

const container = createContainer({ dependencies: { invokables: { database: Database } } })
const app = new Application({ router: new FindMyWayRouter(), container })
container.get('database')
app.get('/slow', async () => {
  console.log('asked')
  await sleep(300)
  console.log('answered')
  return text('slow')
})
app.get('/crash', () => {
  setTimeout(() => {
    throw new Error('outside of any request')
  }, 1)
  return text('soon')
})
app.get('/float', () => {
  void Promise.reject(new Error('nobody waits for it'))
  return text('soon')
})
const server = await app.run({ port: 0, host: '127.0.0.1', grace: 1 })
console.log(`READY ${server.address?.port}`)
