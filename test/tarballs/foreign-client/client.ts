import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'
import app from './app.ts'

const client = createClient<paths>({ baseUrl: 'http://localhost', fetch: async (request) => app.fetch(request) })
const path = { team: 'red' }

const created = await client.POST('/teams/{team}/notes', { params: { path }, body: { title: 'Tea' } })
const note: components['schemas']['Note'] | undefined = created.data
const taken = await client.POST('/teams/{team}/notes', { params: { path }, body: { title: 'Tea' } })
const wrong = await client.GET('/teams/{team}/notes/{page}', { params: { path: { ...path, page: 0 } } })
const listed = await client.GET('/teams/{team}/notes', { params: { path } })
const problem = wrong.error as unknown as { errors: { path: string[] }[] }

// @ts-expect-error: the title is missing
const withoutTitle = () => client.POST('/teams/{team}/notes', { params: { path }, body: {} })
// @ts-expect-error: there is no such path
const elsewhere = () => client.GET('/teams')

console.log(
  JSON.stringify([
    [created.response.status, note?.id, note?.title],
    [taken.response.status, taken.error?.message],
    [wrong.response.status, problem.errors.map((error) => error.path[0])],
    [listed.data?.length, listed.data?.[0]?.title],
  ]),
)

export { elsewhere, withoutTitle }
