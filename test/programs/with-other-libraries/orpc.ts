import { Application, text } from '@app/core'
import { mount } from '@app/mount'
import { os } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import * as z from 'zod'

export const router = {
  hello: os.input(z.object({ name: z.string() })).handler(({ input }) => `Hello, ${input.name}!`),
}
const rpc = new RPCHandler(router)

const app = new Application()
app.pipe(
  '/rpc',
  mount(async (request: Request) => {
    const { response } = await rpc.handle(request, { prefix: '/rpc' })
    return response ?? text('Not Found', { status: 404 })
  }),
)

export default app
