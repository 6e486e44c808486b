import { createClient } from '@app/client'
import { Application } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import * as z from 'zod'

export const write = endpoint({
  method: 'POST',
  path: '/lines',
  body: z.object({ text: z.string() }),
  responses: { 201: { content: null, headers: z.object({ location: z.string() }) } },
})

const lines: string[] = []

export const app = new Application({ router: new FindMyWayRouter() })
app.route(
  implement(write, ({ body, respond }) => {
    const count = lines.push(body.text)
    return respond(201, undefined, { headers: { location: `/lines/${count}` } })
  }),
)

export async function placeOf(text: string): Promise<string> {
  const answer = await createClient({ write }, { fetch: app.fetch }).write({ body: { text } })
  if (answer.status !== 201) throw new Error(answer.data.detail)
  return answer.response.headers.get('location')
}
