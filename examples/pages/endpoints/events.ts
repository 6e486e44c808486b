import { contract, endpoint } from '@app/endpoint'
import * as z from 'zod'

/** A time: a string in JSON, and a `Date` for handlers and for clients that validate. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

const Event = z.object({ title: z.string(), begins: Instant })

export const calendar = contract({
  events: {
    plan: endpoint({ method: 'POST', path: '/events', body: Event, responses: { 201: Event } }),
    next: endpoint({ method: 'GET', path: '/events/next', responses: { 200: Event, 404: null } }),
  },
})
