import { BIG_VALUE, CHUNK, CHUNKS, isAllowed, isWhole, sessionOf } from '../cases.mjs'

/**
 * A `fetch` written by hand, for runtimes that serve the default export (Bun, Deno). The other peers in this folder are
 * compared with it.
 */
export default { port: Number(process.env.PORT), hostname: '127.0.0.1', fetch: answer }

async function answer(request) {
  const { url, method, headers } = request
  const begin = url.indexOf('/', 8)
  const question = url.indexOf('?', begin)
  const path = url.slice(begin, question === -1 ? undefined : question)
  if (method === 'POST' && path === '/json') return Response.json(await request.json())
  if (method === 'POST' && path === '/upload') return new Response(String((await request.arrayBuffer()).byteLength))
  if (path === '/') return new Response('Hello, world!')
  if (path === '/big') return Response.json(BIG_VALUE)
  if (path === '/stream') return new Response(stream(), { headers: { 'content-type': 'application/octet-stream' } })
  const parts = path.split('/')
  if (parts[1] === 'user') return Response.json({ id: decodeURIComponent(parts[2]) })
  if (parts[1] === 'one') return Response.json({ id: decodeURIComponent(parts[4]) })
  if (parts[1] === 'deep') {
    const value = { user: decodeURIComponent(parts[3]), item: decodeURIComponent(parts[5]) }
    return Response.json(value, { headers: { 'x-served-by': 'us' } })
  }
  if (parts[1] !== 'api') return new Response('Not Found', { status: 404 })
  if (!isAllowed(headers.get('authorization'))) return new Response('Unauthorized', { status: 401 })
  const [shop, shelf, good] = [parts[3], parts[5], parts[7]]
  if (![shop, shelf, good].every(isWhole)) return new Response('Bad Request', { status: 400 })
  const query = new URLSearchParams(question === -1 ? '' : url.slice(question))
  const session = sessionOf(headers.get('cookie'))
  return Response.json({ shop, shelf, good, page: query.get('page'), sort: query.get('sort'), session })
}

function stream() {
  let sent = 0
  return new ReadableStream({
    pull: (controller) => (sent++ < CHUNKS ? controller.enqueue(CHUNK) : controller.close()),
  })
}
