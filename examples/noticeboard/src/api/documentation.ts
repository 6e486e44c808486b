import { withoutSchemas } from '@app/client'
import { type Application, type Delegator, json } from '@app/core'
import { openApi, openApiPage } from '@app/openapi'
import * as endpoints from './endpoints.ts'

/** Adds the description of the API, a page that shows it, and the data that its client needs. */
export const withDocumentation: Delegator = (_container, _name, create) => {
  const app = create<Application>()
  app.get('/api/openapi.json', openApi(app, { title: 'Noticeboard', version: '1.0.0', only: 'endpoints' }))
  app.get('/api/docs', openApiPage({ url: '/api/openapi.json', title: 'Noticeboard' }))
  app.get('/api/client.json', () => json(withoutSchemas(endpoints)))
  return app
}
