import { Application, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })

app.get('/', () => text('Hello, world!'), 'home')
app.get('/ping', () => json({ ack: Math.floor(Date.now() / 1000) }), 'ping')
app.post('/post', () => text('Posted.'), 'post')

export default app
