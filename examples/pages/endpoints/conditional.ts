import { Application, conditional, etags, html } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import * as z from 'zod'

const Price = z.object({ cents: z.int() })
export const readPrice = endpoint({
  method: 'GET',
  path: '/price',
  conditional: true,
  responses: { 200: { content: Price, headers: z.object({ etag: z.string() }) } },
})
export const writePrice = endpoint({
  method: 'PUT',
  path: '/price',
  conditional: 'required',
  body: Price,
  responses: { 200: Price },
})

let price = { cents: 350, version: 1 }

export const app = new Application({ router: new FindMyWayRouter() })

// A client that has this version gets a 304.
app.route(
  implement(readPrice, ({ request, respond }) => {
    const { notModified, headers } = conditional(request, { version: price.version })
    return notModified ?? respond(200, price, { headers })
  }),
)

// A client that has seen another version gets a 412, and one that sends no If-Match a 428.
app.route(
  implement(writePrice, ({ request, body }) => {
    conditional(request, { version: price.version }, { required: true })
    price = { ...body, version: price.version + 1 }
    return price
  }),
)

// A page is made each time, and sent only if it has changed.
app.get('/page', [etags(), () => html(`<p>Tea costs ${price.cents} cents.</p>`)])
