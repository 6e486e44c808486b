import type { Application } from '@app/core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { bytesContent, endpoint, formContent, multipartContent, streamContent, textContent } from './index.ts'
import { answerOf, serving } from './serving.test.helper.ts'

describe('bodies of requests', () => {
  test('a body may be a form, whose fields are strings and lists', async () => {
    const body = formContent(z.object({ name: z.string(), tags: z.array(z.string()) }))
    const app = serving(endpoint({ method: 'POST', path: '/', body, responses: { 200: z.unknown() } }), (c) => c.body)
    const post = (form: string) => app.request('/', { method: 'POST', body: new URLSearchParams(form) })
    expect(await answerOf(post('name=a+b&tags=x'))).toMatchObject({ body: { name: 'a b', tags: ['x'] } })
    expect(await answerOf(post('name=a&name=b'))).toMatchObject({
      status: 422,
      body: { errors: [{ path: ['name'] }, { path: ['tags'] }] },
    })
  })

  test('a body may be multipart, with files', async () => {
    const body = multipartContent(z.object({ title: z.string(), file: z.file().max(10).mime(['text/plain']) }))
    const described = endpoint({ method: 'POST', path: '/', body, responses: { 200: z.array(z.string()) } })
    const app = serving(described, async ({ body: { title, file } }) => [title, file.name, await file.text()])
    const post = (content: string) => {
      const form = new FormData()
      form.set('title', 'Tea')
      form.set('file', new File([content], 'tea.txt', { type: 'text/plain' }))
      return app.request('/', { method: 'POST', body: form })
    }
    expect(await answerOf(post('green'))).toMatchObject({ body: ['Tea', 'tea.txt', 'green'] })
    expect(await answerOf(post('much too long'))).toMatchObject({ status: 422, body: { errors: [{ path: ['file'] }] } })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await app.request('/', { method: 'POST', body: 'no form', headers })).status).toBe(400)
  })

  test('a body may be text, bytes of all types in a range such as image/*, or a stream', async () => {
    const given = { 200: z.unknown() }
    const post = (app: Application, body: string, type: string) =>
      answerOf(app.request('/', { method: 'POST', body, headers: { 'content-type': type } }))

    const text = serving(
      endpoint({ method: 'POST', path: '/', body: textContent(z.string().max(5)), responses: given }),
      (c) => c.body,
    )
    expect((await post(text, 'größe', 'text/plain; charset=utf-8')).body).toBe('größe')
    expect((await post(text, 'too long', 'text/plain')).status).toBe(422)

    const image = bytesContent({ type: 'image/*' })
    const bytes = serving(endpoint({ method: 'POST', path: '/', body: image, responses: given }), ({ body }) => [
      ...body,
    ])
    expect((await post(bytes, 'ab', 'image/png')).body).toEqual([97, 98])
    expect((await post(bytes, 'ab', 'text/plain')).status).toBe(415)

    const described = endpoint({ method: 'POST', path: '/', body: streamContent(), responses: given })
    const stream = serving(described, async ({ body }) => {
      expectTypeOf(body).toEqualTypeOf<ReadableStream<Uint8Array>>()
      return (await new Response(body).text()).length
    })
    expect((await post(stream, 'abc', 'application/octet-stream')).body).toBe(3)
    expect(await answerOf(stream.request('/', { method: 'POST' }))).toMatchObject({ body: 0 })
  })
})
