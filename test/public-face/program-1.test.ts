import { Application, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, expectTypeOf, test } from 'vitest'

const app = new Application({ router: new FindMyWayRouter() })
app.get('/', () => text('Hello, world!'))
const show = app.get('/users/{id}', (request) => json({ id: request.params.id }), 'user.show')
declare const dynamic: string

test('program 1: an application of core and one router answers, and makes its URLs', async () => {
  expect(await (await app.request('/')).text()).toBe('Hello, world!')
  expect(await (await app.request('/users/7')).json()).toEqual({ id: '7' })
  expect(app.url('user.show', { id: '7' })).toBe('/users/7')
  expect(app.url(show, { id: 7 })).toBe('/users/7')
})

test('program 1: an application is a worker as it is', () => {
  expectTypeOf(app).toExtend<{
    fetch(request: Request, env: unknown, context: unknown): Response | Promise<Response>
  }>()
})

test('program 1: params are typed by every form of the path', () => {
  const typed = new Application()
  typed.get('/a/{id:\\d+}', (request) => {
    expectTypeOf(request.params).toEqualTypeOf<{ readonly id: string }>()
    return text('')
  })
  typed.get('/a/{year:\\d{4}}/{slug}', (request) => {
    expectTypeOf(request.params).toEqualTypeOf<{ readonly year: string; readonly slug: string }>()
    return text('')
  })
  typed.get('/b/{x:[0-9]{1,3}}[/{page}]', (request) => {
    expectTypeOf(request.params).toEqualTypeOf<{ readonly x: string; readonly page?: string }>()
    return text('')
  })
  typed.get('/files/{rest...}', (request) => {
    expectTypeOf(request.params).toEqualTypeOf<{ readonly rest: string }>()
    return text('')
  })
  typed.get('/n/{a}[/{b}[/{c:\\d+}]]', (request) => {
    expectTypeOf(request.params).toEqualTypeOf<{ readonly a: string; readonly b?: string; readonly c?: string }>()
    return text('')
  })
  typed.get('/f-{id}.html', (request) => text(request.params.id))
  const untyped = () => typed.get(dynamic, (request) => text(request.params.anything ?? ''))
  const mixed = () => typed.get(`/x/${dynamic}/{id}`, (request) => text(request.params.id))
  expect([untyped, mixed]).toHaveLength(2)
})
