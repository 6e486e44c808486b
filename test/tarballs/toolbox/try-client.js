import { createClient } from '@app/client'
import { Application } from '@app/core'
import { endpoint, eventContent, multipartContent } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { Rou3Router } from '@app/router-rou3'

/** A schema that is written without a library; it accepts a map with a title. */
const Note = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value) =>
      value?.title === undefined ? { issues: [{ message: 'missing', path: ['title'] }] } : { value },
  },
}

/**
 * Calls endpoints by a client: reads a 201, a problem, the answer to an uploaded file, and events; then makes one call
 * that fails in the network, and one that times out.
 */
export async function tryClient() {
  const create = endpoint({ method: 'POST', path: '/teams/{team}', body: Note, responses: { 201: Note } })
  const upload = endpoint({ method: 'PUT', path: '/file', body: multipartContent(Note), responses: { 200: Note } })
  const watch = endpoint({ method: 'GET', path: '/watch', responses: { 200: eventContent(Note) } })
  const app = new Application({ router: new Rou3Router() })
  app.route(implement(create, ({ params, body }) => ({ title: `${body.title} of ${params.team}` })))
  app.route(implement(upload, async ({ body }) => ({ title: `${body.title.name}: ${await body.title.text()}` })))
  app.route(
    implement(watch, async function* () {
      yield { data: { title: 'one' }, id: '1' }
      yield { data: { title: 'two' } }
    }),
  )

  const api = createClient({ create, upload, watch }, { fetch: app.fetch })
  const created = await api.create({ params: { team: 'ü b' }, body: { title: 'Tea' } })
  const refused = await api.create({ params: { team: 'b' }, body: {} })
  const file = new File(['in it'], 'ü.txt', { type: 'text/plain' })
  const uploaded = await api.upload({ body: { title: file } })
  const titles = []
  for await (const { data, id } of (await api.watch()).data) titles.push(`${id} ${data.title}`)
  const failing = { fetch: () => Promise.reject(new TypeError('reset')), retries: 0 }
  const hanging = { fetch: () => new Promise(() => undefined), timeout: 0.01 }
  const reasons = []
  for (const options of [failing, hanging]) await api.watch({}, options).catch(({ reason }) => reasons.push(reason))
  return [
    `${created.status} ${created.data.title}`,
    `${refused.status} ${refused.data.detail}`,
    uploaded.data.title,
    ...titles,
    ...reasons,
  ]
}
