import { Application, text } from '@app/core'
import container from './config/container.ts'

const app = container.get(Application.SERVICE)
app.post('/post', async (request) => text(`Posted ${(await request.text()) || 'nothing'}.`))

export default app
