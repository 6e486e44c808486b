import { Application } from '@app/core'
import { mount } from '@app/mount'
import { Elysia } from 'elysia'

const elysia = new Elysia({ prefix: '/theirs' })
  .get('/users/:id', ({ params }) => ({ id: params.id }))
  .post('/echo', ({ body }) => body, { parse: 'text' })

export default new Application().pipe('/theirs', mount(elysia))
