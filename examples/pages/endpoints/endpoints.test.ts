import { Application, ApplicationFactory } from '@app/core'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { app } from './app.ts'
import configured from './configured.ts'
import documented from './documented.ts'
import { importRows } from './imported-rows.ts'

const post = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

test('endpoints answer according to their descriptions', async () => {
  const created = await app.request('/teams/red/notes', post({ title: 'Tea', text: 'Buy some' }))
  expect([created.status, await created.json()]).toEqual([201, { id: 1, title: 'Tea', text: 'Buy some' }])
  const taken = await app.request('/teams/red/notes', post({ title: 'Tea', text: '' }))
  expect([taken.status, await taken.json()]).toEqual([409, { message: 'The title is taken.' }])
  expect(await (await app.request('/teams/red/notes?tag=a')).json()).toHaveLength(1)
  const wrong = await app.request('/teams/red/notes?page=0')
  expect([wrong.status, await wrong.json()]).toEqual([
    422,
    {
      title: 'Unprocessable Content',
      status: 422,
      detail: 'query page: Too small: expected number to be >=1',
      errors: [{ in: 'query', path: ['page'], message: 'Too small: expected number to be >=1' }],
    },
  ])
})

test('files are uploaded and downloaded, and events arrive', async () => {
  const form = new FormData()
  form.set('title', 'tea')
  form.set('file', new File(['green'], 'tea.png'))
  expect((await app.request('/files', { method: 'POST', body: form })).status).toBe(204)
  expect(await (await app.request('/files/tea')).text()).toBe('green')
  expect((await app.request('/files/coffee')).status).toBe(404)
  expect((await (await app.request('/progress')).text()).split('\n\n')).toContain('data: {"percent":50}')
})

test('the endpoint importRows accepts more rows than the default limits of a body allow', async () => {
  const rows = new Application({ router: new FindMyWayRouter() })
  rows.route(implement(importRows, ({ body }) => ({ count: body.length })))
  const list = Array.from({ length: 5_000 }, () => ({ title: 'Tea', done: false }))
  expect(await (await rows.request('/imports', post(list))).json()).toEqual({ count: 5_000 })
})

test('requests to an endpoint in the configuration are answered by the service that the route entry names', async () => {
  const { dependencies, routes } = configured
  const container = new Map<string, unknown>([
    ['config', { routes }],
    ['acme/notes.list', dependencies.factories['acme/notes.list']()],
    ['@app/router/RouterInterface', new FindMyWayRouter()],
  ])
  const application: Application = ApplicationFactory.create(container)
  expect(await (await application.request('/teams/red/notes')).json()).toEqual([])
})

test('the OpenAPI document has the endpoints, and a page shows it', async () => {
  const document = (await (await documented.request('/openapi.json')).json()) as { paths: object; components: object }
  expect(Object.keys(document.paths)).toEqual(['/teams/{team}/notes', '/files', '/files/{name}', '/progress'])
  expect(document.components).toHaveProperty('schemas.Note')
  expect(await (await documented.request('/docs')).text()).toContain('data-url="/openapi.json"')
})
