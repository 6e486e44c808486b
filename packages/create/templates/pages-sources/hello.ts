import type { RouteHandler } from '@app/core'
import { markup } from '@app/view'
import { page } from './page.ts'

/** Greets the name in the path. */
export function hello(greeting: string): RouteHandler<'/hello/{name}'> { // if code
export function hello(greeting: string): RouteHandler<'hello'> { // if not code
  return (request) => {
    const title = `${greeting}, ${request.params.name}!`
    return page(request, { title, main: markup`<h1>${title}</h1>` })
  }
}
hello.inject = ['greeting'] as const // if container
