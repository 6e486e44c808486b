import { expect, test } from 'vitest'
import app from '../../app.ts' // if modular
import app from '../app.ts' // if not modular

const get = async (path: string) => {
  const response = await app.request(path, { headers: { accept: 'text/html' } })
  return { response, text: await response.text() }
}

test('the path / is answered with a page', async () => {
  const { response, text } = await get('/')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(text).toContain('<h1>It runs.</h1>')
})

// if i18n
test('the path / is answered in the language of the browser', async () => {
  const german = await app.request('/', { headers: { accept: 'text/html', 'accept-language': 'de-AT,de;q=0.9' } })
  const text = await german.text()
  expect([text.includes('<html lang="de">'), text.includes('<h1>Es läuft.</h1>')]).toEqual([true, true])
})

// end
test('/hello/{name} greets by name, and escapes HTML in the name', async () => {
  expect((await get('/hello/Ada')).text).toContain('<h1>Hello, Ada!</h1>')
  expect((await get('/hello/%3Cb%3E')).text).toContain('<h1>Hello, &lt;b&gt;!</h1>')
})

test('a path without a route is answered with an error page', async () => {
  const { response, text } = await get('/nowhere')
  expect(response.status).toBe(404)
  expect(text).toContain('There is no such page.')
})

test('the application serves files of public/', async () => {
  expect((await get('/style.css')).response.headers.get('content-type')).toMatch('text/css')
})

test('the application refuses a form from another site', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await app.request('/', { method: 'POST', headers })).status).toBe(403)
})
