import { Application } from '@app/core'
import { mount } from '@app/mount'
import { createStaticHandler, isRouteErrorResponse } from 'react-router'

const { queryRoute } = createStaticHandler(
  [
    { path: '/users/:id', loader: ({ params }) => Response.json({ id: params.id }) },
    { path: '/echo', loader: () => null, action: async ({ request }) => new Response(await request.text()) },
  ],
  { basename: '/theirs' },
)
// For a request without a route, React Router throws an error response.
const handler = (request) =>
  queryRoute(request).catch((thrown) => {
    if (isRouteErrorResponse(thrown)) return new Response(thrown.statusText, { status: thrown.status })
    throw thrown
  })

export default new Application().pipe('/theirs', mount(handler))
