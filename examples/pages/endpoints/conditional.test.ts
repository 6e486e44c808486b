import { expect, test } from 'vitest'
import { app } from './conditional.ts'

const put = (headers: Record<string, string>, cents: number) =>
  app.request('/price', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ cents }),
  })

test('of two clients that have seen one version, one changes it, and a page is sent again if it has changed', async () => {
  const page = await app.request('/page')
  const again = () => app.request('/page', { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
  expect((await again()).status).toBe(304)
  const seen = (await app.request('/price')).headers.get('etag') ?? ''
  expect((await app.request('/price', { headers: { 'if-none-match': seen } })).status).toBe(304)
  const statuses = [await put({ 'if-match': seen }, 400), await put({ 'if-match': seen }, 500), await put({}, 500)]
  expect(statuses.map(({ status }) => status)).toEqual([200, 412, 428])
  expect(await (await again()).text()).toBe('<p>Tea costs 400 cents.</p>')
})
