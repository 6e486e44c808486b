/** The cases of servers without a framework, as a handler of Fetch: see `servers/`. */
export async function handle(request) {
  const { pathname } = new URL(request.url)
  if (request.method === 'POST') return Response.json(await request.json())
  if (pathname === '/') return new Response('Hello, world!')
  return Response.json({ id: pathname.slice('/user/'.length) })
}
