import { type Application, type NodeHandler, toNodeHandler } from '@app/core'

/** What a test and another framework ask of an application. */
export async function tried(app: Application): Promise<readonly [Response, NodeHandler]> {
  const response = await app.request('/users/7', { method: 'DELETE' })
  await app.check()
  return [response, toNodeHandler(app)]
}
