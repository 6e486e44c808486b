import { matched, methodNotAllowed, notFound, Route } from '@app/router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TrouterRouter } from './index.ts'

afterEach(() => vi.restoreAllMocks())

describe('differences between trouter and the contract', () => {
  it('4.1: TrouterRouter does not answer HEAD with a GET route', () => {
    const match = new TrouterRouter().compile([route('GET', '/users/{id}')])

    expect(match('HEAD', '/users/7')).toEqual(methodNotAllowed(['GET']))
  })

  it('4.1: TrouterRouter finds a HEAD route that was registered after a GET route for the same path', () => {
    const [get, head] = [route('GET', '/users/{id}'), route('HEAD', '/users/{name}')]
    const match = new TrouterRouter().compile([get, head])

    expect(match('HEAD', '/users/7')).toEqual(matched(head, { name: '7' }))
  })

  it('4.1: TrouterRouter distinguishes methods that trouter does not know', () => {
    const [purge, brew] = [route('PURGE', '/pots/{id}'), route('BREW', '/pots/{pot}')]
    const match = new TrouterRouter().compile([purge, brew])

    expect(match('BREW', '/pots/7')).toEqual(matched(brew, { pot: '7' }))
    expect(match('WHEN', '/pots/7')).toEqual(methodNotAllowed(['PURGE', 'BREW']))
  })

  it('TrouterRouter is case-sensitive', () => {
    const match = new TrouterRouter().compile([route('GET', '/Users/{id}')])

    expect(match('GET', '/users/7')).toEqual(notFound)
  })

  it('TrouterRouter does not ignore a trailing slash', () => {
    const [bare, slashed] = [route('GET', '/users/{id}'), route('GET', '/posts/{id}/')]
    const match = new TrouterRouter().compile([bare, slashed])

    expect(match('GET', '/users/7/')).toEqual(notFound)
    expect(match('GET', '/posts/7')).toEqual(notFound)
    expect(match('GET', '/posts/7/')).toEqual(matched(slashed, { id: '7' }))
  })

  it('TrouterRouter returns the params of the winning route, without those of other routes that match', () => {
    const first = route('GET', '/files/{name}')
    const match = new TrouterRouter().compile([first, route('GET', '/{folder}/{rest...}'), route('GET', '/{name}/a')])

    expect(match('GET', '/files/a')).toEqual(matched(first, { name: 'a' }))
  })

  it('TrouterRouter percent-decodes params once', () => {
    const users = route('GET', '/users/{name}')
    const match = new TrouterRouter().compile([users])

    expect(match('GET', '/users/a%20b')).toEqual(matched(users, { name: 'a b' }))
    expect(match('GET', '/users/%2561')).toEqual(matched(users, { name: '%61' }))
  })

  it('with TrouterRouter, a placeholder does not match an empty segment', () => {
    const match = new TrouterRouter().compile([route('GET', '/users/{id}'), route('GET', '/{a}/x')])

    expect(match('GET', '/users/')).toEqual(notFound)
    expect(match('GET', '//x')).toEqual(notFound)
  })
})

describe('several routes that match a path', () => {
  it('TrouterRouter prefers the route that was registered first, whichever branch of its index has the route', () => {
    const routes = ['/{a}/x', '/u/{b}', '/{c...}', '/u-{d}/x', '/v/{e}', '/w/{f}', '/x/{g}'].map((path) =>
      route('GET', path),
    )
    const match = new TrouterRouter().compile(routes)
    const reversed = new TrouterRouter().compile(routes.toReversed())

    expect(match('GET', '/u/x')).toEqual(matched(routes[0] as Route, { a: 'u' }))
    expect(match('GET', '/u/y')).toEqual(matched(routes[1] as Route, { b: 'y' }))
    expect(match('GET', '/u-1/x')).toEqual(matched(routes[0] as Route, { a: 'u-1' }))
    expect(reversed('GET', '/u-1/x')).toEqual(matched(routes[3] as Route, { d: '1' }))
    expect(reversed('GET', '/u/x')).toEqual(matched(routes[2] as Route, { c: 'u/x' }))
  })

  it('TrouterRouter continues with the next route if a token refuses the decoded value', () => {
    const [letter, any] = [route('GET', '/{x:[a-zé]}'), route('GET', '/{y}')]
    const match = new TrouterRouter().compile([letter, any])

    expect(match('GET', '/%C3%A9')).toEqual(matched(letter, { x: 'é' }))
    expect(match('GET', '/%C3%A8')).toEqual(matched(any, { y: 'è' }))
  })

  it('4.1: TrouterRouter allows the methods of all routes that have the path', () => {
    const routes = [route('PUT', '/{a}/{b}'), route('DELETE', '/u/{id}'), route('PATCH', '/u/{rest...}')]
    const match = new TrouterRouter().compile(routes)

    expect(match('GET', '/u/7')).toEqual(methodNotAllowed(['PUT', 'DELETE', 'PATCH']))
  })
})

describe('large tables of routes', () => {
  const tables = {
    'in the first segment': [(n: number) => `/thing${n}/{id}`, '/thing777/5'],
    'behind segments that all share': [(n: number) => `/api/v1/thing${n}/{id}`, '/api/v1/thing777/5'],
    'behind a placeholder': [(n: number) => `/{tenant}/x${n}`, '/acme/x777'],
    'in the text before a value': [(n: number) => `/{tenant}/x${n}-{id}`, '/acme/x777-5'],
    'in the text behind a value': [(n: number) => `/{tenant}/{id}.x${n}`, '/acme/5.x777'],
    'before a catch-all': [(n: number) => `/f${n}/{rest...}`, '/f777/a/b'],
  } as const

  it.each(Object.entries(tables))(
    'TrouterRouter tests fewer than 20 of 2,000 routes that differ %s',
    (_, [pathOf, path]) => {
      const routes = Array.from({ length: 2_000 }, (_, n) => route('GET', pathOf(n)))
      const match = new TrouterRouter().compile(routes)
      const tried = vi.spyOn(RegExp.prototype, 'exec')

      expect(match('GET', path)).toMatchObject({ matched: true, route: routes[777] })
      expect(match('GET', `${path}/nothing/here`)).toMatchObject({ matched: path.startsWith('/f') })
      expect(tried.mock.calls.length).toBeLessThan(20)
    },
  )
})

function route(method: string, path: string): Route {
  return new Route(path, undefined, [method])
}
