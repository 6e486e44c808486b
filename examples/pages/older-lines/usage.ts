import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { olderMethods } from './older-methods.ts'

const app = new Application({ router: olderMethods(new FindMyWayRouter()) })
app.post('/orders', (request) => text(`${request.method} runs the route of POST.`))

export default app
