import { AppFactory, type Application, text } from '@app/core'

/** An application with the installed container, or with its own; it uses the installed router. */
export async function create(from: string): Promise<readonly Application[]> {
  const app = await AppFactory.create(undefined, undefined, { from })
  app.get('/', () => text('Hello, world!'))
  const other: Application = await AppFactory.create(new Map<string, unknown>())
  return [app, other]
}
