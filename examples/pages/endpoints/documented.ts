import { OPERATION, openApi, openApiPage } from '@app/openapi'
import { app } from './app.ts'
import { Note } from './notes.ts'

app.get('/openapi.json', openApi(app, { title: 'Notes', version: '1.2.0', schemas: { Note } })).set(OPERATION, false)
app.get('/docs', openApiPage({ url: '/openapi.json' })).set(OPERATION, false)

export default app
