import { type Application, type NodeHandler, toNodeHandler } from '@app/core'

/** Uses an application by the members that tests and other frameworks call. */
export async function tried(app: Application): Promise<readonly [Response, NodeHandler]> {
  const response = await app.request('/users/7', { method: 'DELETE' })
  await app.check()
  return [response, toNodeHandler(app)]
}
