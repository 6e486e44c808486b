import { Application } from '@app/core'
import { mount } from '@app/mount'
import { createApp, createRouter, defineEventHandler, getRouterParam, readRawBody, toWebHandler } from 'h3'

const router = createRouter()
  .get(
    '/users/:id',
    defineEventHandler((event) => ({ id: getRouterParam(event, 'id') })),
  )
  .post(
    '/echo',
    defineEventHandler((event) => readRawBody(event)),
  )

export default new Application().pipe('/theirs', mount(toWebHandler(createApp().use(router)), { strip: true }))
