/** The schemas of one endpoint, which are the same for all compared libraries. */
const schemas = (n) => `
const note${n} = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input${n} = z.object({ team: z.string(), title: z.string().max(200), text: z.string() })`

const ZOD = "import * as z from 'zod'"
const ARGUMENTS = "team: 'red', title: '', text: ''"
const MADE = 'id: input.team.length, title: input.title, text: input.text'

/**
 * The parts of the program that is written for each compared library: endpoints that take a team, a title and a string
 * and give a note, and a client that calls each endpoint once and reads a numeric field of the response. `head` begins
 * the program, `each` declares an endpoint, `tail` makes the client, and `call` calls an endpoint.
 */
export const PEERS = {
  ours: {
    head: `import { createClient } from '@app/client'
import { Application } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
${ZOD}
const app = new Application({ router: new FindMyWayRouter() })`,
    each: (n) => `${schemas(n)}
const create${n} = endpoint({ method: 'POST', path: '/notes${n}', body: input${n}, responses: { 201: note${n} } })
app.route(implement(create${n}, ({ body: input }) => ({ ${MADE} })))`,
    tail: (numbers) =>
      `const api = createClient({ ${numbers.map((n) => `create${n}`).join(', ')} }, { fetch: app.fetch })`,
    call: (n) => `const answer${n} = await api.create${n}({ body: { ${ARGUMENTS} } })
export const id${n}: number | undefined = answer${n}.ok ? answer${n}.data.id : undefined`,
  },
  trpc: {
    head: `import { createTRPCClient, httpLink } from '@trpc/client'
import { initTRPC } from '@trpc/server'
${ZOD}
const t = initTRPC.create()`,
    each: (n) => `${schemas(n)}
const create${n} = t.procedure.input(input${n}).output(note${n}).mutation(({ input }) => ({ ${MADE} }))`,
    tail: (numbers) => `const router = t.router({ ${numbers.map((n) => `create${n}`).join(', ')} })
const api = createTRPCClient<typeof router>({ links: [httpLink({ url: 'http://localhost' })] })`,
    call: (n) => `export const id${n}: number = (await api.create${n}.mutate({ ${ARGUMENTS} })).id`,
  },
  orpc: {
    head: `import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { os, type RouterClient } from '@orpc/server'
${ZOD}`,
    each: (n) => `${schemas(n)}
const create${n} = os.route({ method: 'POST', path: '/notes${n}' }).input(input${n}).output(note${n}).handler(({ input }) => ({ ${MADE} }))`,
    tail: (numbers) => `const router = { ${numbers.map((n) => `create${n}`).join(', ')} }
const api: RouterClient<typeof router> = createORPCClient(new RPCLink({ url: 'http://localhost' }))`,
    call: (n) => `export const id${n}: number = (await api.create${n}({ ${ARGUMENTS} })).id`,
  },
  'ts-rest': {
    head: `import { initClient, initContract } from '@ts-rest/core'
import { z } from 'zod-3'
const c = initContract()`,
    // The types of ts-rest accept only schemas of zod 3, which lacks `z.int()`.
    each: (n) => `${schemas(n).replace('z.int()', 'z.number().int()')}
const create${n} = { method: 'POST', path: '/notes${n}', body: input${n}, responses: { 201: note${n} } } as const`,
    tail: (numbers) => `const contract = c.router({ ${numbers.map((n) => `create${n}`).join(', ')} })
const api = initClient(contract, { baseUrl: 'http://localhost', baseHeaders: {} })`,
    call: (n) => `const answer${n} = await api.create${n}({ body: { ${ARGUMENTS} } })
export const id${n}: number | undefined = answer${n}.status === 201 ? answer${n}.body.id : undefined`,
  },
  hono: {
    head: `import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { hc } from 'hono/client'
${ZOD}
const app = new Hono()`,
    each: (n) => `${schemas(n)}
const create${n} = new Hono().post('/', zValidator('json', input${n}), (c) => {
  const input = c.req.valid('json')
  const made: z.infer<typeof note${n}> = { ${MADE} }
  return c.json(made, 201)
})`,
    // One chain of calls declares all routes, since Hono's documentation requires that for the types of its client.
    tail: (numbers) => `const all = app${numbers.map((n) => `.route('/notes${n}', create${n})`).join('')}
const api = hc<typeof all>('http://localhost')`,
    call: (n) => `const answer${n} = await api.notes${n}.$post({ json: { ${ARGUMENTS} } })
export const id${n}: number | undefined = answer${n}.status === 201 ? (await answer${n}.json()).id : undefined`,
  },
}
