import { Application, text } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { OPERATION, openApi } from '@app/openapi'
import { Rou3Router } from '@app/router-rou3'
import * as z from 'zod'

/**
 * Writes an OpenAPI document with an endpoint and a route that is not an endpoint, and without the route that the metadata
 * `OPERATION` leaves out.
 */
export async function tryOpenApi() {
  const Note = z.object({ id: z.number() })
  const app = new Application({ router: new Rou3Router() })
  app.route(
    implement(endpoint({ method: 'GET', path: '/notes[/{page}]', responses: { 200: z.array(Note) } }), () => []),
  )
  app.get('/plain', () => text(''))
  app.get('/openapi.json', openApi(app, { title: 'Notes', version: '1.0.0', schemas: { Note } })).set(OPERATION, false)
  const { openapi, paths, components } = await (await app.fetch(new Request('https://localhost/openapi.json'))).json()
  return [openapi, Object.keys(paths).join(), Object.keys(components.schemas).join()]
}
