import { AppFactory, type Application, text } from '@app/core'

/** Over the container that is installed, or one of its own; the router is whichever one is installed. */
export async function create(from: string): Promise<readonly Application[]> {
  const app = await AppFactory.create(undefined, undefined, { from })
  app.get('/', () => text('Hello, world!'))
  const other: Application = await AppFactory.create(new Map<string, unknown>())
  return [app, other]
}
