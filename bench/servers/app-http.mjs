import { createServer, json, text } from '@app/http'

async function handle(request) {
  if (request.method === 'POST') return json(await request.json())
  if (request.path === '/') return text('Hello, world!')
  return json({ id: request.path.slice('/user/'.length) })
}

export const start = (port) => createServer(handle).listen({ port, host: '127.0.0.1' })
