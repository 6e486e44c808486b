import { bodyParser, PARSED_BODY } from '@app/body-parser'
import { Application, attributeKey, ErrorHandler, HttpError, json } from '@app/core'

const app = new Application()
const USER = attributeKey<string>('user')

const asJson = new ErrorHandler({
  respond: (error, request) => json({ failed: request.path }, { status: HttpError.is(error) ? error.status : 500 }),
})

app.pipe(asJson)
app.pipe(bodyParser())
app.pipe((request, handler) => {
  const user = request.headers.get('authorization') ?? 'nobody'
  return handler(request.withAttribute(USER, user))
})

app.get('/users/{id}', (request) => {
  const page = request.query.get('page') ?? undefined
  const headers = { 'cache-control': 'no-store' }
  return json({ id: request.params.id, page, for: request.attribute(USER) }, { headers })
})

app.post('/users', (request) => {
  const { name } = request.attribute(PARSED_BODY) as { name?: string }
  if (!name) throw new Error('A user has a name')
  return json({ name }, { status: 201 })
})

await app.run()
