import { Application, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import type { Same } from './same.ts'

const app = new Application({ router: new FindMyWayRouter() })
app.get('/', () => text('Hello, world!'))
export const show = app.get('/users/{id}', (request) => json({ id: request.params.id }), 'user.show')
export default app

/** The type that Workers, Bun and Deno require of a default export. */
export const worker: { fetch(request: Request, env: unknown, context: unknown): Response | Promise<Response> } = app

/**
 * The compiler checks the types of params for each syntax of paths: tokens, optional parts, catch-alls. This code never
 * runs.
 */
export function typedParams(dynamic: string): void {
  app.get('/a/{id:\\d+}', (request) => {
    const typed: Same<typeof request.params, { readonly id: string }> = true
    return json(typed)
  })
  app.get('/a/{year:\\d{4}}/{slug}', (request) => {
    const typed: Same<typeof request.params, { readonly year: string; readonly slug: string }> = true
    return json(typed)
  })
  app.get('/b/{x:[0-9]{1,3}}[/{page}]', (request) => {
    const typed: Same<typeof request.params, { readonly x: string; readonly page?: string }> = true
    return json(typed)
  })
  app.get('/files/{rest...}', (request) => {
    const typed: Same<typeof request.params, { readonly rest: string }> = true
    return json(typed)
  })
  app.get('/n/{a}[/{b}[/{c:\\d+}]]', (request) => {
    const typed: Same<typeof request.params, { readonly a: string; readonly b?: string; readonly c?: string }> = true
    return json(typed)
  })
  app.get('/f-{id}.html', (request) => text(request.params.id))
  app.get(dynamic, (request) => text(request.params.anything ?? ''))
  app.get(`/x/${dynamic}/{id}`, (request) => text(request.params.id))
}
