import type { Application } from '@app/core'
import { openApi, openApiPage } from '@app/openapi'

/** Describes the endpoints as OpenAPI 3.1, for programs. */
export function describeApi(app: Application) {
  return openApi(app, {
    title: '@acme/example',
    version: '1.0.0',
    only: 'endpoints',
  })
}
describeApi.inject = ['@app/core/Application'] as const // if not code

/** Shows the OpenAPI description as a page on which people can try the API out. */
export const showApi = openApiPage({
  url: '/api/openapi.json',
  title: '@acme/example',
})
