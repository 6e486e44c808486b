/** Answers the cases of the compared servers in `servers/`: the handler takes a `Request` and gives a `Response`. */
export async function handle(request) {
  const { pathname } = new URL(request.url)
  if (request.method === 'POST') return Response.json(await request.json())
  if (pathname === '/') return new Response('Hello, world!')
  return Response.json({ id: pathname.slice('/user/'.length) })
}
