import { createClient } from '@app/client'
import type { Visitor } from '@app/testing'
import { expect, test } from 'vitest'
import { cookiesOf, notice, noticeboard, SITE, visitorOf } from '../../test/noticeboard.ts'
import { createNotice, listNotices } from './endpoints.ts'

async function red() {
  const board = await noticeboard()
  const ada = await board.person('Ada')
  await ada.post('/teams', { name: 'Red' })
  return { ...board, ada }
}

function send(visitor: Visitor, body: unknown, type = 'application/json', more: Readonly<Record<string, string>> = {}) {
  const headers = { 'content-type': type, ...more }
  return visitor.request('/api/teams/red-1/notices', { method: 'POST', headers, body: JSON.stringify(body) })
}

test('a notice written by the API is on the pages, and a notice written on a page is in the API', async () => {
  const { ada } = await red()
  const { status, body: text } = await send(ada, { title: 'Tea', text: '' })
  expect([status, JSON.parse(text)]).toEqual([
    201,
    { id: 1, url: '/teams/red-1/notices/1', title: 'Tea', text: '', by: 'Ada', written: expect.any(Number) },
  ])
  expect((await ada.get('/teams/red-1')).body).toContain('>Tea</a>')
  await ada.post('/teams/red-1/notices', notice('Milk'))
  const found = JSON.parse((await ada.get('/api/teams/red-1/notices?search=milk')).body)
  expect(found).toMatchObject({ count: 1, page: 1, pages: 1, notices: [{ title: 'Milk' }] })
  expect(JSON.parse((await ada.get('/api/teams')).body)).toEqual([{ slug: 'red-1', name: 'Red' }])
})

test('a client that repeats a request with its Idempotency-Key gets the first response, and writes one notice', async () => {
  const { ada, person } = await red()
  const key = { 'idempotency-key': '"5a0f"' }
  const first = await send(ada, { title: 'Tea', text: '' }, 'application/json', key)
  const again = await send(ada, { title: 'Tea', text: '' }, 'application/json', key)
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  expect((await send(ada, { title: 'Milk', text: '' }, 'application/json', key)).status).toBe(422)
  expect((await send(await person('Bob'), { title: 'Tea', text: '' }, 'application/json', key)).status).toBe(404)
  expect(JSON.parse((await ada.get('/api/teams/red-1/notices')).body)).toMatchObject({ count: 1 })
})

test('a client that is made from the descriptions of endpoints calls the API, and its responses have the described types', async () => {
  const { app, ada } = await red()
  const headers = async () => ({ ...(await cookiesOf(ada)), 'sec-fetch-site': 'same-origin' })
  const options = { baseUrl: SITE, fetch: app.fetch, headers }
  const api = createClient({ createNotice, listNotices }, options)
  const written = await api.createNotice({ params: { team: 'red-1' }, body: { title: 'Tea', text: 'Two\nlines' } })
  if (written.status !== 201) throw new Error(written.data.detail)
  const found = await api.listNotices({ params: { team: 'red-1' }, query: { search: 'two' } })
  if (found.status !== 200) throw new Error(found.data.detail)
  expect(found.data.notices).toEqual([written.data])
  const wrong = await api.createNotice({ params: { team: 'blue' }, body: { title: 'Tea', text: '' } })
  expect([wrong.status, wrong.ok]).toEqual([404, false])
})

test('a request with mistakes is answered with problem details that name the wrong field', async () => {
  const { ada } = await red()
  const { status, body: text, headers } = await send(ada, { title: ' ' })
  expect([status, headers.get('content-type')]).toEqual([422, 'application/problem+json'])
  expect(JSON.parse(text).errors).toEqual([
    { in: 'body', path: ['title'], message: 'What is it about?' },
    { in: 'body', path: ['text'], message: expect.any(String) },
  ])
  expect((await send(ada, {}, 'text/plain')).status).toBe(415)
  expect((await ada.get('/api/teams/red-1/notices?page=0')).status).toBe(422)
})

test('the API answers visitors who have not logged in with a 401 and problem details, and members of other teams with a 404', async () => {
  const { app, person } = await red()
  const stranger = await send(visitorOf(app), { title: 'Tea', text: '' })
  expect([stranger.status, stranger.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
  expect((await send(await person('Bob'), { title: 'Tea', text: '' })).status).toBe(404)
})

test('the description of the API has the endpoints and nothing else, and a page shows it to users who have logged in', async () => {
  const { app, ada } = await red()
  const { paths } = JSON.parse((await ada.get('/api/openapi.json')).body)
  expect(Object.keys(paths)).toEqual(['/api/teams', '/api/teams/{team}/notices'])
  expect(Object.keys(paths['/api/teams/{team}/notices'])).toEqual(['get', 'post'])
  const page = await ada.get('/api/docs')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect((await visitorOf(app).get('/api/docs')).status).toBe(303)
})
