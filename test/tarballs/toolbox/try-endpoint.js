import { Application } from '@app/core'
import { endpoint, formContent } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { problemDetails } from '@app/problem-details'
import { Rou3Router } from '@app/router-rou3'
import * as z from 'zod'

/** Accepts a valid body as JSON and as a form, and names the invalid parts of other requests. */
export async function tryEndpoint() {
  const body = z.object({ title: z.string().max(5), count: z.coerce.number() })
  const described = { method: 'POST', responses: { 201: z.object({ id: z.string(), count: z.number() }), 409: null } }
  const asJson = endpoint({ ...described, path: '/json/{id}', body, query: z.object({ tag: z.array(z.string()) }) })
  const asForm = endpoint({ ...described, path: '/form/{id}', body: formContent(body) })
  const app = new Application({ router: new Rou3Router() }).pipe(problemDetails())
  const answer = ({ params, body, respond }) =>
    body.count > 1 ? respond(409) : respond(201, { id: params.id, count: body.count })
  app.route(implement(asJson, answer))
  app.route(implement(asForm, answer))
  const post = async (path, body, type = 'application/json') => {
    const init = { method: 'POST', body, headers: { 'content-type': type } }
    const response = await app.fetch(new Request(`https://localhost${path}`, init))
    const text = await response.text()
    return response.status < 400 ? `${response.status} ${text}` : [response.status, ...(errorsOf(text) ?? [])].join()
  }
  return [
    await post('/json/a?tag=x', '{"title":"Tea","count":"1"}'),
    await post('/json/a?tag=x', '{"title":"Tea","count":2}'),
    await post('/json/a', '{"title":"Teapot"}'),
    await post('/json/a?tag=x', '{"title":'),
    await post('/json/a?tag=x', 'x', 'text/plain'),
    await post('/form/b', 'title=Tea&count=1', 'application/x-www-form-urlencoded'),
  ]
}

function errorsOf(text) {
  return text === '' ? [] : JSON.parse(text).errors.map(({ in: part, path }) => [part, ...path].join('.'))
}
