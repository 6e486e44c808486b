import { Application } from '@app/core'
import { mount } from '@app/mount'
import { initTRPC } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import * as z from 'zod'

const trpc = initTRPC.create()
export const router = trpc.router({
  hello: trpc.procedure.input(z.object({ name: z.string() })).query(({ input }) => `Hello, ${input.name}!`),
  add: trpc.procedure.input(z.tuple([z.number(), z.number()])).mutation(({ input: [a, b] }) => a + b),
})

const app = new Application()
app.pipe(
  '/trpc',
  mount((req: Request) => fetchRequestHandler({ endpoint: '/trpc', req, router })),
)

export default app
