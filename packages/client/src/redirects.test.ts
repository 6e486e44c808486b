import { createServer, type IncomingHttpHeaders } from 'node:http'
import { endpoint } from '@app/endpoint'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { createClient } from './index.ts'

const headers = z.object({ 'x-tenant': z.string().optional() })
const cookies = z.object({ id: z.string().optional() })
const responses = { 204: null }
const api = {
  get: endpoint({ method: 'GET', path: '/', headers, cookies, responses }),
  post: endpoint({ method: 'POST', path: '/', headers, cookies, body: z.object({ a: z.string() }), responses }),
}

/** Starts two servers: the first redirects to the second, which keeps the headers that it gets. */
async function redirecting(status: number): Promise<{ baseUrl: string; got: IncomingHttpHeaders[] }> {
  const got: IncomingHttpHeaders[] = []
  const listen = async (server: ReturnType<typeof createServer>): Promise<string> => {
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as { port: number }).port}`
  }
  const location = await listen(
    createServer((req, res) => {
      got.push(req.headers)
      res.writeHead(204).end()
    }),
  )
  return { baseUrl: await listen(createServer((_req, res) => void res.writeHead(status, { location }).end())), got }
}

const KEY = { 'x-api-key': 'secret' }
test.each([301, 302, 303, 307, 308])(
  'a redirect by %i sends no credential of a call to another origin',
  async (status) => {
    const { baseUrl, got } = await redirecting(status)
    const options = { baseUrl, retries: 0 }
    const refused = [
      () => createClient(api, { ...options, headers: KEY }).get(),
      () => createClient(api, { ...options, headers: async () => KEY }).get(),
      () => createClient(api, options).get({}, { headers: KEY }),
      () => createClient(api, options).get({ headers: { 'x-tenant': 'secret' } }),
      () => createClient(api, { ...options, headers: KEY }).post({ body: { a: 'x' } }),
    ]
    for (const call of refused) await expect(call()).rejects.toThrow(/^(GET|POST) \/: .*redirect/)
    expect(got).toEqual([])

    const bearer = { authorization: 'Bearer secret' }
    expect((await createClient(api, { ...options, headers: bearer }).get({ cookies: { id: 'secret' } })).status).toBe(
      204,
    )
    expect((await createClient(api, options).post({ body: { a: 'x' } })).status).toBe(204)
    expect(JSON.stringify(got)).not.toContain('secret')
  },
)
