import { type Application, type NodeHandler, toNodeHandler } from '@app/core'

/** The members of an application that a test and another framework use. */
export async function tried(app: Application): Promise<readonly [Response, NodeHandler]> {
  const response = await app.request('/users/7', { method: 'DELETE' })
  await app.check()
  return [response, toNodeHandler(app)]
}
