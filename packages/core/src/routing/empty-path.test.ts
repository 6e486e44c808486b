import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test } from 'vitest'
import { Application, text } from '../index.ts'

function application(): Application {
  return new Application({ router: new FindMyWayRouter() })
}

async function bodies(app: Application, ...paths: string[]): Promise<string[]> {
  return Promise.all(paths.map(async (path) => (await app.request(path)).text()))
}

describe('a route with the empty path', () => {
  test('4.4: a route with the empty path answers the bare prefix, and "/" answers the prefix with a slash', async () => {
    const blog = application()
    blog.get('', () => text('empty'), 'home')
    blog.get('/', () => text('slash'))
    expect(await bodies(application().pipe('/blog', blog), '/blog', '/blog/', '/blog?page=2')).toEqual([
      'empty',
      'slash',
      'empty',
    ])
    expect(blog.url('home', {}, { basePath: '/blog' })).toBe('/blog')
  })

  test('under the prefix /blog, a route with the empty path answers /blog and never /blog/; a route with the path "/" answers /blog/, and also /blog if no route with the empty path has the method', async () => {
    const blog = application()
    blog.post('', () => text('posted'))
    const only = application().pipe('/blog', blog)
    expect((await only.request('/blog', { method: 'POST' })).status).toBe(200)
    expect((await only.request('/blog')).headers.get('allow')).toBe('POST')
    expect((await only.request('/blog/', { method: 'POST' })).status).toBe(404)
    const both = application()
    both.post('', () => text('posted'))
    both.get('/', () => text('home'))
    const app = application().pipe('/blog', both)
    expect(await bodies(app, '/blog', '/blog/')).toEqual(['home', 'home'])
  })

  test('without a prefix, a route with the empty path answers "/", unless a route with the path "/" answers it', async () => {
    const only = application()
    only.get('', () => text('empty'))
    expect(await bodies(only, '/')).toEqual(['empty'])
    const app = application()
    app.get('', () => text('empty'))
    app.get('/', () => text('slash'))
    expect(await bodies(app, '/')).toEqual(['slash'])
  })

  test('a route with the empty path is a duplicate of another empty path, but not of "/"', () => {
    const app = application()
    app.get('', () => text('a'), 'a')
    app.get('/', () => text('b'), 'b')
    expect(() => app.get('', () => text('c'), 'c')).toThrow(expect.objectContaining({ code: 'APP_ROUTE_DUPLICATE' }))
  })
})
