import { Application, text } from '@app/core'
import { cors } from '@app/cors'
import { Rou3Router } from '@app/router-rou3'

const origin = 'https://theirs.example'

/**
 * Answers a preflight for a route of a nested application, and permits neither an unknown path nor a method without a
 * route.
 */
export async function tryCors() {
  const api = new Application({ router: new Rou3Router() })
  api.put('/notes/{id}', () => text('written'))
  const app = new Application().pipe(cors({ origins: [origin] })).pipe('/api', api)
  const preflight = async (path, method) => {
    const headers = { origin, 'access-control-request-method': method }
    const answer = await app.fetch(new Request(`https://localhost${path}`, { method: 'OPTIONS', headers }))
    const allow = (what) => answer.headers.get(`access-control-allow-${what}`)
    return `${answer.status} ${allow('origin')} ${allow('methods')}`
  }
  const written = await app.fetch(new Request('https://localhost/api/notes/7', { method: 'PUT', headers: { origin } }))
  return [
    await preflight('/api/notes/7', 'PUT'),
    await preflight('/api/nothing', 'PUT'),
    await preflight('/api/notes/7', 'DELETE'),
    `${written.headers.get('access-control-allow-origin')} ${written.headers.get('vary')}`,
  ]
}
