import { Application } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { openApiPage } from './index.ts'

function serving(url = '/openapi.json', title?: string): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.get('/docs', openApiPage({ url, ...(title !== undefined && { title }) }))
  return app
}

test('the page of openApiPage() links to the document, contains no inline script, and loads nothing from other servers', async () => {
  const response = await serving('/openapi.json?a="b"', 'Notes <1>').request('/docs')
  const page = await response.text()
  expect(page).toContain('<title>Notes &#60;1&#62;</title>')
  expect(page).toContain('data-url="/openapi.json?a=&#34;b&#34;"')
  expect(page).not.toMatch(/<script>|https?:/)
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/)
})

test('the content security policy of openApiPage() allows requests to the origin of a document on another server', async () => {
  const { headers } = await serving('https://api.example.org/openapi.json').request('/docs')
  expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://api.example.org;")
})

test('openApiPage() serves the files of the viewer from its package, and no other files', async () => {
  const app = serving()
  const script = await app.request('/docs?file=swagger-ui-bundle.js')
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect((await script.text()).length).toBeGreaterThan(100_000)
  expect((await app.request('/docs?file=swagger-ui.css')).headers.get('content-type')).toContain('text/css')
  expect(await (await app.request('/docs?file=start.js')).text()).toContain('SwaggerUIBundle({ url')
  for (const name of ['package.json', '../package.json', 'swagger-ui.js', '']) {
    expect((await app.request(`/docs?file=${encodeURIComponent(name)}`)).status).toBe(404)
  }
})

test('openApiPage() without a url throws an error at once', () => {
  expect(() => openApiPage({ url: '' })).toThrow("openApiPage({ url: '/openapi.json' })")
})
