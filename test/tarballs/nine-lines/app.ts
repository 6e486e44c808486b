import { Application, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.get('/', () => text('Hello, world!'))
app.get('/users/{id}', (request) => json({ id: request.params.id }), 'user.show')

const answers = await Promise.all(['/', '/users/7', '/nope'].map((path) => app.request(path)))
console.log(answers.map((answer) => answer.status).join(), await answers[1]?.text(), app.url('user.show', { id: '7' }))
