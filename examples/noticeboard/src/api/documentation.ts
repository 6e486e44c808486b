import type { Application, Delegator } from '@app/core'
import { ENDPOINT } from '@app/endpoint/server'
import { OPERATION, openApi, openApiPage } from '@app/openapi'

/** Adds the description of the API, and a page that shows it; what is no endpoint is for people, and left out. */
export const withDocumentation: Delegator = (_container, _name, create) => {
  const app = create<Application>()
  for (const route of app.routes) if (route.metadata(ENDPOINT) === undefined) route.with(OPERATION, false)
  app.get('/api/openapi.json', openApi(app, { title: 'Noticeboard', version: '1.0.0' })).with(OPERATION, false)
  app.get('/api/docs', openApiPage({ url: '/api/openapi.json', title: 'Noticeboard' })).with(OPERATION, false)
  return app
}
