import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authentication } from '@app/authentication'
import { Application, type Middleware } from '@app/core'
import { HTML_SOURCE } from '@app/core/extending'
import { csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { NONCE, securityHeaders } from '@app/security-headers'
import { SESSION, session } from '@app/session'
import { expect, test } from 'vitest'
import { csrfField, markup, render, type TemplateRenderer, type ViewOptions, view } from '../index.ts'

/** A template of these tests: a function of its values. */
type Template = (data: { readonly app: AppValues } & Readonly<Record<string, unknown>>) => unknown

interface AppValues {
  readonly csrf?: unknown
  readonly identity?: { readonly id: string }
  readonly menu?: unknown
  readonly nonce?: string
  readonly path: string
  flashes(name: string): readonly string[]
  url(route: string, params?: object, options?: object): string
}

function engine(template: Template): TemplateRenderer {
  return { render: (_name, data) => String(template(data as never)) }
}

/** The errors that the applications of these tests have reported. */
const errors: unknown[] = []

function appWith(template: Template, options: ViewOptions = {}, ...before: readonly Middleware[]): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  for (const middleware of before) app.pipe(middleware)
  app.pipe(view({ renderer: engine(template), ...options }))
  app.get('/notes/{id}', (request) => render(request, 'note', { title: '<Tea>' }), 'note')
  return app
}

async function shown(...args: Parameters<typeof appWith>): Promise<string> {
  return (await appWith(...args).request('https://notes.example/notes/7')).text()
}

test('render() answers with a rendered template, and with the given status and headers', async () => {
  const app = new Application().pipe(view({ renderer: engine(({ title }) => `<h1>${title}</h1>`) }))
  app.pipe((request) => render(request, 'note', { title: 'Tea' }, { status: 422, headers: { 'x-a': 'b' } }))
  const response = await app.request('/')
  expect([response.status, response.headers.get('content-type'), response.headers.get('x-a')]).toEqual([
    422,
    'text/html; charset=utf-8',
    'b',
  ])
  expect(await response.text()).toBe('<h1>Tea</h1>')
})

test('render() sends a page that the engine returns in parts', async () => {
  async function* parts() {
    yield '<p>'
    yield '</p>'
  }
  const renderer: TemplateRenderer = { render: () => ({ [HTML_SOURCE]: parts }) }
  const app = new Application().pipe(view({ renderer })).pipe((request) => render(request, 'x'))
  expect(await (await app.request('/')).text()).toBe('<p></p>')
})

test('render() throws an error that names the missing attribute if view() was not piped before it', async () => {
  const app = new Application({ onError: (error) => errors.push(error) }).pipe((request) => render(request, 'x'))
  expect((await app.request('/')).status).toBe(500)
  expect(String(errors.at(-1))).toContain('The request has no attribute "view"')
})

test('render() gives a template no values of packages that are not in use', async () => {
  const template: Template = ({ app }) =>
    JSON.stringify([app.identity, app.nonce, app.csrf, app.flashes('notice'), app.path])
  expect(await shown(template)).toBe('[null,null,null,[],"/notes/7"]')
})

test('render() gives templates the nonce, the identity and the messages of the session', async () => {
  const signedIn = authentication({
    authenticators: [{ authenticate: () => ({ id: 'ada' }), challenge: () => 'X' }],
  })
  const flash: Middleware = (request, handler) => {
    request.attribute(SESSION).flash('notice', 'Saved.')
    return handler(request.withAttribute(NONCE, request.attribute(NONCE)))
  }
  const text = await shown(
    ({ app }) => [app.identity?.id, app.nonce?.length, app.flashes('notice'), app.flashes('notice')].join(),
    {},
    ...[securityHeaders(), session({ secret: 's'.repeat(32) }), signedIn, flash],
  )
  expect(text).toMatch(/^ada,\d\d,Saved\.,Saved\.$/)
})

test('render() computes only the values under app that the template uses, so that unread messages stay in the session and no cookie is set', async () => {
  const app = appWith(() => 'x', {}, session({ secret: 's'.repeat(32) }), csrf({ secret: 's'.repeat(32) }))
  const response = await app.request('https://notes.example/notes/7')
  expect([await response.text(), response.headers.get('set-cookie')]).toEqual(['x', null])
})

test('render() waits for a promise that a template uses, and renders the template again', async () => {
  let times = 0
  const template: Template = ({ app }) => {
    times += 1
    return `${app.csrf} ${app.menu}`
  }
  const app = appWith(template, { app: { menu: async () => 'Menu' } }, csrf({ secret: 's'.repeat(32) }))
  const response = await app.request('https://notes.example/notes/7')
  expect(await response.text()).toMatch(/^<input type="hidden" name="csrf" value="[\w-]+"> Menu$/)
  expect([times, response.headers.get('set-cookie')]).toEqual([2, expect.stringContaining('__Host-csrf=')])
})

test('a template that fails because a promised value is missing is rendered again; any other failure is an error', async () => {
  const menu = { menu: async () => ({ title: 'Menu' }) }
  expect(await shown(({ app }) => (app.menu as { title: string }).title, { app: menu })).toBe('Menu')
  const app = appWith(() => {
    throw new Error('broken')
  })
  expect((await app.request('/notes/7')).status).toBe(500)
})

test('a page is answered with 500 if its template uses a promise that rejects', async () => {
  const app = appWith(({ app }) => app.menu, { app: { menu: () => Promise.reject(new Error('no menu')) } })
  expect((await app.request('/notes/7')).status).toBe(500)
  expect(String(errors.at(-1))).toContain('no menu')
})

test('if csrf() has no secret, app.csrf is undefined, and csrfField() adds no hidden field to a form', async () => {
  expect(await shown(({ app }) => app.csrf, {}, csrf())).toBe('undefined')
  const app = new Application().pipe(csrf()).pipe(async (request) => {
    return new Response(`${markup`<form>${await csrfField(request)}</form>`}`)
  })
  expect(await (await app.request('/')).text()).toBe('<form></form>')
})

test.each(['page', 'path', 'url', 'csrf', 'flashes', 'identity', 'nonce', 'menu', 'request', 'title'])(
  'data with the name %s reaches the template, beside the values under app',
  async (name) => {
    const app = new Application({ router: new FindMyWayRouter() })
    app.pipe(view({ renderer: engine((it) => `${it[name]} ${it.app.url('list')} ${it.app.path}`) }))
    app.get('/notes', (request) => render(request, 'list', { [name]: 2 }), 'list')
    expect(await (await app.request('/notes')).text()).toBe('2 /notes /notes')
  },
)

test('data with the name app does not compile, and is an error that says so', async () => {
  const app = new Application({ onError: (error) => errors.push(error) }).pipe(view({ renderer: engine(() => 'x') }))
  // @ts-expect-error: the name is taken.
  app.pipe((request) => render(request, 'list', { app: 2 }))
  expect((await app.request('/')).status).toBe(500)
  expect(String(errors.at(-1))).toContain('the data of "list" has "app"')
})

test('app.url makes URLs of routes, with the path under which the application is mounted', async () => {
  const inner = appWith(({ app }) => app.url('note', { id: 'a b' }, { query: { q: 'x' } }))
  const app = new Application().pipe('/team', inner)
  expect(await (await app.request('/team/notes/7')).text()).toBe('/team/notes/a%20b?q=x')
})

test('app.url makes URLs by the function in the option url of view(), which gets the path under which the application is mounted', async () => {
  const url = (route: string, _params: unknown, options: unknown) => `${route} ${JSON.stringify(options)}`
  const inner = appWith(({ app }) => app.url('note', {}, { query: { q: 'x' } }), { url })
  const app = new Application().pipe('/team', inner)
  expect(await (await app.request('/team/notes/7')).text()).toBe('note {"basePath":"/team","query":{"q":"x"}}')
})

test('the option defaults of view() has values of one template, which the data of a page replace', async () => {
  const app = new Application().pipe(
    view({
      renderer: { render: (name, data) => JSON.stringify([name, data?.order, data?.page]) },
      defaults: { list: { order: 'newest', page: 1 } },
    }),
  )
  app.pipe((request) => render(request, request.path.slice(1), { page: 2 }))
  expect(await (await app.request('/list')).text()).toBe('["list","newest",2]')
  expect(await (await app.request('/constructor')).text()).toBe('["constructor",null,2]')
})

test('view() refuses folders that are not absolute, and defaults with the name app', () => {
  expect(() => view({ folders: { blog: 'templates' } })).toThrow('view(): "folders" must be a map of absolute paths')
  expect(() => view({ defaults: { list: { app: 1 } as never } })).toThrow('"defaults" must be a map of maps')
})

test('view() refuses an unknown option, and a value of app that is not a function', () => {
  expect(() => view({ foldr: 'x' } as never)).toThrow('view(): unknown option "foldr". Did you mean "folder"?')
  expect(() => view({ app: { menu: 'x' as never } })).toThrow('"app" must be a map of functions of a request')
})

test('findRenderer() rejects for an application that depends on no engine, and the error says what to install', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'views-'))
  writeFileSync(join(folder, 'package.json'), '{}')
  const { findRenderer } = await import('../renderer/find-renderer.ts')
  await expect(findRenderer({}, folder)).rejects.toThrow(
    'depends on no template engine. Install one: npm install @app/view-eta',
  )
  rmSync(folder, { recursive: true })
})
