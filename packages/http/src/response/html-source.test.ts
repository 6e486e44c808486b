import { expect, test } from 'vitest'
import { escapeHtml, HTML_SOURCE, html } from '../index.ts'

test('html() sends the string that the method HTML_SOURCE of an object returns', async () => {
  const response = html({ [HTML_SOURCE]: () => '<p>x</p>' }, { status: 404, headers: { 'x-a': 'b' } })
  expect([response.status, response.headers.get('x-a'), response.headers.get('content-type')]).toEqual([
    404,
    'b',
    'text/html; charset=utf-8',
  ])
  expect(await response.text()).toBe('<p>x</p>')
})

test('html() makes one chunk of each part of HTML that comes in parts, and leaves out empty parts', async () => {
  async function* parts() {
    yield '<p>'
    yield ''
    yield '\u00fc</p>'
  }
  const reader = html({ [HTML_SOURCE]: parts }).body?.getReader()
  const chunks: string[] = []
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    chunks.push(new TextDecoder().decode(chunk.value))
  }
  expect(chunks).toEqual(['<p>', '\u00fc</p>'])
})

test('reading the body of an html() response fails if a part of the HTML fails', async () => {
  async function* parts(): AsyncGenerator<string> {
    yield await Promise.reject(new Error('no row'))
  }
  await expect(html({ [HTML_SOURCE]: parts }).text()).rejects.toThrow('no row')
})

test('escapeHtml() escapes characters that could end a text or an attribute, or that a parser would change', () => {
  expect(escapeHtml(`<a href='"'>&\r\0\n`)).toBe('&lt;a href=&#39;&quot;&#39;&gt;&amp;&#13;\ufffd\n')
})
