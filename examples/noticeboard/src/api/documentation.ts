import { withoutSchemas } from '@app/client'
import { type Application, type Delegator, json } from '@app/core'
import { ENDPOINT } from '@app/endpoint/server'
import { OPERATION, openApi, openApiPage } from '@app/openapi'
import * as endpoints from './endpoints.ts'

/** Adds the description of the API, a page that shows it, and what its client needs; what is no endpoint is for people. */
export const withDocumentation: Delegator = (_container, _name, create) => {
  const app = create<Application>()
  for (const route of app.routes) if (route.metadata(ENDPOINT) === undefined) route.with(OPERATION, false)
  app.get('/api/openapi.json', openApi(app, { title: 'Noticeboard', version: '1.0.0' })).with(OPERATION, false)
  app.get('/api/docs', openApiPage({ url: '/api/openapi.json', title: 'Noticeboard' })).with(OPERATION, false)
  app.get('/api/client.json', () => json(withoutSchemas(endpoints))).with(OPERATION, false)
  return app
}
