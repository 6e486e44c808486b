import { toNodeHandler } from '@app/core'
import request from 'supertest'
import app from '../app.js'

await request(toNodeHandler(app)).get('/users/7?q=1').expect(200, { id: '7', q: '1', basePath: '' })
await request(toNodeHandler(app))
  .post('/echo')
  .type('text/plain')
  .send('grün')
  .expect(200)
  .expect('x-type', 'text/plain')
