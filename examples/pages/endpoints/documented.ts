import { OPERATION, openApi, openApiPage } from '@app/openapi'
import { app } from './app.ts'
import { Note } from './notes.ts'

app.get('/openapi.json', openApi(app, { title: 'Notes', version: '1.2.0', schemas: { Note } })).with(OPERATION, false)
app.get('/docs', openApiPage({ url: '/openapi.json' })).with(OPERATION, false)

export default app
