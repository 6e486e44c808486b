import { Application, host, metadataKey, Route, text } from '@app/core'
import {
  bytesContent,
  type EndpointDescription,
  endpoint,
  eventContent,
  formContent,
  jsonContent,
  multipartContent,
  textContent,
} from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { application, documentOf, INFO, Note } from './document.test.helper.ts'
import { OPERATION, type OpenApiDocument, openApi } from './index.ts'

describe('documents of applications', () => {
  test("with only: 'endpoints', the document has no routes except endpoints and routes with OPERATION", async () => {
    const [app, area] = [application(), application()]
    const page = () => text('')
    const show = endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: Note } })
    const secret = endpoint({ method: 'GET', path: '/secret', responses: { 204: null } })
    for (const one of [app, area]) {
      one.route(implement(show, () => ({ id: 1, title: 'Tea' })))
      one.get('/page', page)
    }
    app.route(implement(secret, () => undefined)).set(OPERATION, false)
    app.get('/feed', page).set(OPERATION, { summary: 'News' })
    app.pipe('/area', area)
    const { paths } = await documentOf(app, { only: 'endpoints' })
    expect(Object.keys(paths).sort()).toEqual(['/area/notes/{id}', '/feed', '/notes/{id}'])
    expect(Object.keys((await documentOf(app)).paths)).toHaveLength(5)
  })

  test('the document has the headers of responses, and shows which headers and parameters are deprecated or have examples', async () => {
    const app = application()
    const show = endpoint({
      method: 'GET',
      path: '/',
      query: z.object({
        page: z
          .string()
          .meta({ deprecated: true, examples: ['2'] })
          .optional(),
      }),
      responses: {
        200: {
          content: jsonContent(Note, { examples: { tea: { id: 1, title: 'Tea' } } }),
          headers: z.object({
            etag: z.string().describe('Of the note'),
            'x-old': z.string().meta({ deprecated: true }).optional(),
          }),
        },
      },
    })
    app.route(implement(show, ({ respond }) => respond(200, { id: 1, title: 'Tea' }, { headers: { etag: '"1"' } })))
    const { get } = (await documentOf(app)).paths['/'] ?? {}
    expect(get?.parameters).toEqual([
      { name: 'page', in: 'query', deprecated: true, schema: { type: 'string', examples: ['2'] } },
    ])
    expect(get?.responses).toMatchObject({
      200: {
        headers: {
          etag: { required: true, description: 'Of the note', schema: { type: 'string' } },
          'x-old': { deprecated: true, schema: { type: 'string' } },
        },
        content: { 'application/json': { examples: { tea: { value: { id: 1, title: 'Tea' } } } } },
      },
    })
    // @ts-expect-error: an example is of the schema's type
    jsonContent(Note, { examples: { tea: { id: '1', title: 'Tea' } } })
  })

  test("the document has all parts of an endpoint's description", async () => {
    const app = application()
    const create = endpoint({
      method: 'POST',
      path: '/teams/{team}/notes',
      name: 'note.create',
      summary: 'Writes a note',
      description: 'At **length**.',
      tags: ['notes'],
      deprecated: true,
      query: z.object({ dry: z.coerce.boolean<string>().optional().describe('Write nothing') }),
      headers: z.object({ 'x-tenant': z.string(), accept: z.string().optional() }),
      cookies: z.object({ theme: z.string().optional() }),
      body: jsonContent(Note.omit({ id: true }), { examples: { tea: { title: 'Tea' } } }),
      responses: { 201: Note, 409: { description: 'Taken', content: z.object({ message: z.string() }) }, 503: null },
    })
    app.route(implement(create, ({ respond }) => respond(503)))
    const { paths, info } = await documentOf(app, { schemas: { Note } })
    expect(info).toEqual(INFO)
    expect(paths['/teams/{team}/notes']?.post).toEqual({
      operationId: 'note.create',
      tags: ['notes'],
      summary: 'Writes a note',
      description: 'At **length**.',
      deprecated: true,
      parameters: [
        { name: 'team', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'dry', in: 'query', description: 'Write nothing', schema: expect.any(Object) },
        { name: 'x-tenant', in: 'header', required: true, schema: { type: 'string' } },
        { name: 'theme', in: 'cookie', schema: { type: 'string' } },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', properties: { title: { type: 'string', maxLength: 200 } }, required: ['title'] },
            examples: { tea: { value: { title: 'Tea' } } },
          },
        },
      },
      responses: {
        201: {
          description: 'Created',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } },
        },
        400: { description: expect.any(String) },
        409: { description: 'Taken', content: { 'application/json': { schema: expect.any(Object) } } },
        415: { description: expect.any(String) },
        422: { description: expect.any(String) },
        503: { description: 'Service Unavailable' },
      },
    })
  })

  test('the document shows the conditions of an endpoint that is described as conditional', async () => {
    const app = application()
    const describe = (rest: Pick<EndpointDescription, 'method' | 'conditional'>) =>
      endpoint({ path: '/price', responses: { 200: Note }, ...rest } as EndpointDescription)
    const endpoints = [
      describe({ method: 'GET', conditional: true }),
      describe({ method: 'PUT', conditional: 'required' }),
      describe({ method: 'PATCH', conditional: true }),
      describe({ method: 'DELETE', conditional: false }),
      endpoint({
        ...{ method: 'POST', path: '/price', conditional: 'required' },
        headers: z.object({ 'if-match': z.string().describe('Own') }),
        responses: { 200: Note, 412: { content: null, description: 'Own' } },
      }),
    ]
    for (const one of endpoints) app.route(implement(one, (() => undefined) as never))
    const { paths } = await documentOf(app)
    const seen = Object.entries(paths['/price'] ?? {}).map(([method, { parameters = [], responses }]) => [
      method,
      (parameters as readonly Record<string, unknown>[]).map(({ name, required }) => [name, required]),
      Object.keys(responses as object),
    ])
    expect(seen).toEqual([
      ['get', [['If-None-Match', undefined]], ['200', '304']],
      ['put', [['If-Match', true]], ['200', '412', '428']],
      ['patch', [['If-Match', undefined]], ['200', '412']],
      ['delete', [], ['200']],
      ['post', [['if-match', true]], ['200', '412', '422', '428']],
    ])
    expect(paths['/price']?.post).toMatchObject({ responses: { 412: { description: 'Own' } } })
    const odd = endpoint({ method: 'PUT', path: '/', conditional: 'require' as 'required', responses: { 200: Note } })
    expect(() => implement(odd, (() => undefined) as never)).toThrow(`"conditional" is true, false or 'required', got `)
  })

  test('the document has bodies other than JSON', async () => {
    const app = application()
    const upload = endpoint({
      method: 'POST',
      path: '/files',
      body: multipartContent(z.object({ file: z.file() })),
      responses: { 200: bytesContent({ type: 'image/png' }), 201: textContent(), 202: eventContent(Note) },
    })
    const login = endpoint({
      method: 'POST',
      path: '/log-in',
      body: formContent(z.object({ name: z.string() }).optional()),
      responses: { 204: null },
    })
    app.route(implement(upload, ({ respond }) => respond(201, '')))
    app.route(implement(login, () => undefined))
    const { paths } = await documentOf(app)
    expect(paths['/files']?.post).toMatchObject({
      requestBody: { content: { 'multipart/form-data': { schema: { properties: { file: { format: 'binary' } } } } } },
      responses: {
        200: { content: { 'image/png': {} } },
        201: { content: { 'text/plain': { schema: { type: 'string' } } } },
        202: { content: { 'text/event-stream': { schema: { contentSchema: { type: 'object' } } } } },
      },
    })
    expect(paths['/log-in']?.post).not.toHaveProperty('requestBody.required')
  })

  test('the document lists routes without an endpoint by path, params and methods', async () => {
    const app = application()
    app.route('/reports/{id:\\d+}/{from}-{to}', () => text(''), ['GET', 'PUT', 'PURGE'], 'report')
    app.route(new Route('/files/{rest...}', () => text(''), ['GET'])).setOptions({})
    app.get('/orders/{id}', () => text('')).setOptions({ tokens: { id: '[a-f]+' } })
    app.any('/any', () => text(''))
    const { paths } = await documentOf(app)
    expect(Object.keys(paths)).toEqual(['/reports/{id}/{from}-{to}', '/files/{rest}', '/orders/{id}', '/any'])
    expect(Object.keys(paths['/any'] ?? {})).toEqual(['get', 'put', 'post', 'delete', 'patch'])
    const report = paths['/reports/{id}/{from}-{to}'] ?? {}
    expect(Object.keys(report)).toEqual(['get', 'put'])
    expect(report.get).toMatchObject({
      operationId: 'report.get',
      parameters: [{ name: 'id', schema: { type: 'string', pattern: '^(?:\\d+)$' } }, { name: 'from' }, { name: 'to' }],
      responses: { default: { description: 'Not described.' } },
    })
    expect(paths['/orders/{id}']?.get?.parameters).toMatchObject([{ schema: { pattern: '^(?:[a-f]+)$' } }])
  })

  test('the document has two paths for a route with an optional part, each with its own operation id', async () => {
    const app = application()
    const list = endpoint({
      method: 'GET',
      path: '/notes[/{page:\\d+}]',
      name: 'notes',
      params: z.object({ page: z.coerce.number<string>().optional() }),
      responses: { 200: z.array(Note) },
    })
    app.route(implement(list, () => []))
    const { paths } = await documentOf(app)
    expect(paths['/notes/{page}']?.get).toMatchObject({ operationId: 'notes', parameters: [{ name: 'page' }] })
    expect(paths['/notes']?.get).toMatchObject({ operationId: 'notes.without.page' })
    expect(paths['/notes']?.get).not.toHaveProperty('parameters')
  })

  test('the document has the routes of nested applications, also of services that are applications, with prefixes and hosts', async () => {
    const inner = application()
    inner.get('/deep', () => text(''), 'deep')
    const middle = application().pipe('/middle', inner)
    const service = application()
    service.get('/of-a-service', () => text(''))
    const container = new Map<string, unknown>([['acme/service', service]])
    const app = new Application({ router: new FindMyWayRouter(), container })
    app.pipe('/outer', middle).pipe('/api', 'acme/service').pipe(host('api.example.org', inner))
    const { paths } = await documentOf(app)
    expect(Object.keys(paths)).toEqual(['/outer/middle/deep', '/api/of-a-service', '/deep'])
    expect(paths['/deep']?.get).toMatchObject({ servers: [{ url: 'https://api.example.org' }] })
  })

  test('the document has one path for two routes that only differ by the names of placeholders', async () => {
    const app = application()
    app.get('/users/{id}', () => text(''))
    app.put('/users/{name}', () => text(''))
    const { paths } = await documentOf(app)
    expect(Object.keys(paths)).toEqual(['/users/{id}'])
    expect(paths['/users/{id}']?.put).toMatchObject({ parameters: [{ name: 'id', in: 'path' }] })
  })

  test('the value false of OPERATION leaves a route out of the document, and a map is added to the operation of the route', async () => {
    const app = application()
    app.get('/openapi.json', openApi(app, INFO)).set(OPERATION, false)
    app.get('/about', () => text('')).set(OPERATION, { summary: 'Who we are' })
    expect((await documentOf(app)).paths).toMatchObject({ '/about': { get: { summary: 'Who we are' } } })
    const served = (await (await app.request('/openapi.json')).json()) as OpenApiDocument
    expect(Object.keys(served.paths)).toEqual(['/about'])
  })

  test('the document shows the requirements that the option security gives for the metadata of a route', async () => {
    const REQUIRES = metadataKey<'public' | 'authenticated'>('acme/requires')
    const app = application()
    app.get('/open', () => text('')).set(REQUIRES, 'public')
    app.get('/closed', () => text('')).set(REQUIRES, 'authenticated')
    app.get('/unknown', () => text(''))
    const { paths, components } = await documentOf(app, {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      security: ({ metadata }) =>
        metadata['acme/requires'] === undefined
          ? undefined
          : metadata['acme/requires'] === 'public'
            ? []
            : [{ bearer: [] }],
    })
    expect([paths['/open'], paths['/closed'], paths['/unknown']].map((item) => item?.get?.security)).toEqual([
      [],
      [{ bearer: [] }],
      undefined,
    ])
    expect(components?.securitySchemes).toHaveProperty('bearer')
  })
})
