import { createClient, type PlainEndpoints } from '@app/client'
import type { notes } from './notes-endpoints.ts'

const plain = (await (await fetch('/endpoints.json')).json()) as PlainEndpoints<typeof notes>
const api = createClient<typeof notes>(plain)

const note = (title: string) => ({
  params: { team: 'red & blue' },
  query: { tag: ['a', 'b c'] },
  headers: { 'x-from': 'page' },
  body: { title },
})

/** Calls each endpoint, and returns the results for the test. */
async function visit() {
  const created = await api.create(note('Tea'))
  const taken = await api.create(note('taken'))
  const refused = await api.create(note('much longer than twenty letters'))
  const bytes = new Uint8Array([137, 80, 78, 71, 0, 255])
  const uploaded = await api.upload({ body: { file: new File([bytes], 'tea.png', { type: 'image/png' }) } })
  const watched = await api.watch()
  const events: unknown[] = []
  if (watched.status === 200) {
    for await (const { data, id } of watched.data) {
      events.push([id, data])
      if (events.length === 2) break
    }
  }
  const left = await api.left()
  const busy = await api.busy()
  const gone = new AbortController()
  const aborted = api.slow({}, { signal: gone.signal }).catch(({ name }) => name)
  gone.abort()
  return {
    created: created.status === 201 && created.data,
    taken: taken.status === 409 && !taken.problem && taken.data.message,
    refused: refused.status === 422 && refused.data.errors?.map(({ in: part, path }) => [part, ...path]),
    uploaded: uploaded.status === 200 && [...uploaded.data],
    events,
    left: left.data,
    busy: busy.data,
    aborted: await aborted,
    late: await api.slow({}, { timeout: 0.05 }).catch(({ message }) => message),
    // Browsers never connect to port 1.
    refusedByBrowser: await api.slow({}, { baseUrl: 'http://127.0.0.1:1' }).catch(({ name, reason }) => [name, reason]),
  }
}

Object.assign(globalThis, { visit })
