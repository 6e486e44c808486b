import { Application, createServer, text } from '@app/core'
import { Audit, application, failed, guard, handler, older, pipeline, show, Team } from '../theirs.ts'

const app = new Application()
app.pipe(guard).pipe('/audit', Audit).pipe(new Audit()).pipe([pipeline, application]).pipe(handler)
app.pipe(older).pipe(failed)
app.get('/users/{id}', show)
app.get('/team', (request) => text(request.withAttribute(Team, 'red').attribute(Team)))
createServer(pipeline)

// @ts-expect-error a handler of other params, of whichever copy
app.get('/users/{name}', show)
