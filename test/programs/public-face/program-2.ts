import { AppFactory, type Application, text } from '@app/core'

/**
 * Makes two applications with the installed router: one with the installed container, and one with a given container.
 */
export async function create(from: string): Promise<readonly Application[]> {
  const app = await AppFactory.create(undefined, undefined, { from })
  app.get('/', () => text('Hello, world!'))
  const other: Application = await AppFactory.create(new Map<string, unknown>())
  return [app, other]
}
