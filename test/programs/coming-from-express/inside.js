import { bodyParser, PARSED_BODY } from '@app/body-parser'
import { connect } from '@app/connect'
import { Application, json, text } from '@app/core'
import old from './old.js'

const app = new Application()
app.pipeRoutingMiddleware()
app.pipeDispatchMiddleware()
app.pipe(connect(old))

app.get('/new', () => text('Moved'))
app.post('/new', [bodyParser(), (request) => json(request.attribute(PARSED_BODY))])

await app.run({ port: Number(process.env.PORT), host: '127.0.0.1' })
