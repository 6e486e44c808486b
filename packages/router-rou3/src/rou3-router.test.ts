import { matched, methodNotAllowed, notFound, Route } from '@app/router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Rou3Router } from './index.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('differences between rou3 and the contract', () => {
  it('Rou3Router does not ignore a trailing slash', () => {
    const [bare, slashed] = [route('/users/{id}'), route('/posts/{id}/')]
    const match = new Rou3Router().compile([bare, slashed])

    expect(match('GET', '/users/7/')).toEqual(notFound)
    expect(match('GET', '/posts/7')).toEqual(notFound)
    expect(match('GET', '/posts/7/')).toEqual(matched(slashed, { id: '7' }))
  })

  it('Rou3Router distinguishes paths by the number of slashes at their end', () => {
    const [one, two] = [route('/a/{id}/'), route('/a/{id}//')]
    const match = new Rou3Router().compile([one, two])

    expect(match('GET', '/a/7/')).toEqual(matched(one, { id: '7' }))
    expect(match('GET', '/a/7//')).toEqual(matched(two, { id: '7' }))
    expect(match('GET', '/a/7///')).toEqual(notFound)
  })

  it('Rou3Router matches a catch-all only after its slash, and keeps the slashes of its value', () => {
    const files = route('/files/{rest...}')
    const match = new Rou3Router().compile([files])

    expect(match('GET', '/files')).toEqual(notFound)
    expect(match('GET', '/files/')).toEqual(matched(files, { rest: '' }))
    expect(match('GET', '/files/a/')).toEqual(matched(files, { rest: 'a/' }))
  })

  it('Rou3Router, which writes a trailing slash as `/|` for rou3, does not take a `|` in a path for that slash', () => {
    const [bar, end] = [route('/a/{x}'), route('/b/{x}/')]
    const match = new Rou3Router().compile([bar, end])

    expect(match('GET', '/a/|')).toEqual(matched(bar, { x: '|' }))
    expect(match('GET', '/a/')).toEqual(notFound)
    expect(match('GET', '/b/7/|')).toEqual(notFound)
  })

  it('Rou3Router matches no path that does not begin with a slash', () => {
    const match = new Rou3Router().compile([route('/users/{id}')])

    expect(match('GET', 'x/users/7')).toEqual(notFound)
  })

  it('Rou3Router reads characters that are syntax for rou3 as literal text in a path', () => {
    const routes = ['/a:id/{x}', '/a(b)/{x}', '/a+/{x}'].map(route)
    const match = new Rou3Router().compile(routes)

    expect(match('GET', '/a7/1')).toEqual(notFound)
    expect(match('GET', '/a:id/1')).toEqual(matched(routes[0] as Route, { x: '1' }))
    expect(match('GET', '/a(b)/1')).toEqual(matched(routes[1] as Route, { x: '1' }))
    expect(match('GET', '/ab/1')).toEqual(notFound)
    expect(match('GET', '/a+/1')).toEqual(matched(routes[2] as Route, { x: '1' }))
    expect(match('GET', '/aa/1')).toEqual(notFound)
  })

  it('Rou3Router percent-decodes params once', () => {
    const users = route('/users/{name}')
    const match = new Rou3Router().compile([users])

    expect(match('GET', '/users/a%20b')).toEqual(matched(users, { name: 'a b' }))
    expect(match('GET', '/users/%2561')).toEqual(matched(users, { name: '%61' }))
  })
})

describe('several routes that match a path', () => {
  it('Rou3Router prefers the route that is more specific from the left, although rou3 itself prefers another', () => {
    const [digits, text] = [route('/{id:\\d+}/{tab}'), route('/{name}/posts')]
    const match = new Rou3Router().compile([text, digits])

    expect(match('GET', '/7/posts')).toEqual(matched(digits, { id: '7', tab: 'posts' }))
    expect(match('GET', '/joe/posts')).toEqual(matched(text, { name: 'joe' }))
  })

  it('Rou3Router continues with the next route if a token refuses the decoded value', () => {
    const [letter, any] = [route('/u/{x:[a-zé]}'), route('/{folder}/{y}')]
    const match = new Rou3Router().compile([any, letter])

    expect(match('GET', '/u/%C3%A9')).toEqual(matched(letter, { x: 'é' }))
    expect(match('GET', '/u/%C3%A8')).toEqual(matched(any, { folder: 'u', y: 'è' }))
  })

  it('4.1: Rou3Router prefers a more specific route for any method to a less specific route for the method of the request', () => {
    const [any, get] = [new Route('/{id:\\d+}', undefined), route('/{name}')]
    const match = new Rou3Router().compile([get, any])

    expect(match('GET', '/7')).toEqual(matched(any, { id: '7' }))
    expect(match('GET', '/joe')).toEqual(matched(get, { name: 'joe' }))
    expect(match('BREW', '/7')).toEqual(matched(any, { id: '7' }))
    expect(match('BREW', '/joe')).toEqual(methodNotAllowed(['GET']))
  })
})

describe('large tables of routes', () => {
  it('Rou3Router tests fewer than 10 of 2,000 routes that differ in the text before a value', () => {
    const routes = Array.from({ length: 2_000 }, (_, n) => route(`/{tenant}/x${n}-{id}`))
    const match = new Rou3Router().compile(routes)
    const tried = vi.spyOn(RegExp.prototype, 'test')

    expect(match('GET', '/acme/x777-5')).toEqual(matched(routes[777] as Route, { tenant: 'acme', id: '5' }))
    expect(match('GET', '/acme/y777-5')).toEqual(notFound)
    expect(tried.mock.calls.length).toBeLessThan(10)
  })

  it('Rou3Router tests fewer than 10 of 2,000 routes that differ in the text after a value', () => {
    const routes = Array.from({ length: 2_000 }, (_, n) => route(`/{tenant}/{id}.x${n}`))
    const match = new Rou3Router().compile(routes)
    const tried = vi.spyOn(RegExp.prototype, 'test')

    expect(match('GET', '/acme/5.x777')).toEqual(matched(routes[777] as Route, { tenant: 'acme', id: '5' }))
    expect(match('GET', '/acme/5.y777')).toEqual(notFound)
    expect(tried.mock.calls.length).toBeLessThan(10)
  })

  it('Rou3Router does not let rou3 generate a function for 2,000 routes', () => {
    const made = vi.fn(Function)
    vi.stubGlobal('Function', made)
    const routes = Array.from({ length: 2_000 }, (_, n) => route(`/x${n}/{id}`))
    const match = new Rou3Router().compile(routes)

    expect(made).not.toHaveBeenCalled()
    expect(match('GET', '/x777/5')).toEqual(matched(routes[777] as Route, { id: '5' }))
  })
})

function route(path: string): Route {
  return new Route(path, undefined, ['GET'])
}
