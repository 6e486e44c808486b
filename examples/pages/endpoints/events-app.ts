import { Application } from '@app/core'
import { implementAll } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { calendar, Instant } from './events.ts'

const planned: { id: number; title: string; begins: Date }[] = []

const routes = implementAll(calendar, {
  events: {
    plan: ({ body }) => {
      planned.push({ id: planned.length, ...body })
      return { ...body, begins: Instant.encode(body.begins) }
    },
    next: ({ respond }) => {
      const next = planned.find(({ begins }) => begins.getTime() > Date.now())
      // The id is not described, so it is not sent.
      return next ? { ...next, begins: Instant.encode(next.begins) } : respond(404)
    },
  },
})

export const app = new Application({ router: new FindMyWayRouter() })
for (const route of routes) app.route(route)
