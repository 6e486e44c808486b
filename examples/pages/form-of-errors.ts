import { Application, ErrorHandler, HttpError, json, refuse, text } from '@app/core'
import { routeFor } from '@app/core/extending'
import { metadataKey } from '@app/router'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** Says whether the errors of a route are JSON, although those of the site are pages. */
const ErrorsAsJson = metadataKey<boolean>('acme/errors-as-json', { default: false })

const app = new Application({ router: new FindMyWayRouter() })

app.pipe(
  new ErrorHandler({
    respond: async (error, request) => {
      const status = HttpError.is(error) ? error.status : 500
      const { route } = await routeFor(request, request.method)
      if (route?.metadata(ErrorsAsJson)) return json({ failed: request.path }, { status })
      return text('A page of the site.', { status })
    },
  }),
)

app.pipe((request, handler) => (request.headers.has('authorization') ? handler(request) : refuse(request, 401)))
app.get('/teams/{team}/export', () => json([])).set(ErrorsAsJson, true)
app.get('/teams/{team}', () => text('The team.'))

export default app
