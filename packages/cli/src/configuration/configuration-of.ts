import type { LoadedApplication } from '../application/load-application.ts'
import { CommandError } from '../command-error.ts'

/** The configuration that the container holds. Throws `CommandError` where there is none. */
export async function configurationOf({ container }: LoadedApplication): Promise<object> {
  if (container === undefined) {
    throw CommandError.problem(
      'The application has no container, so it has no configuration either. ' +
        'Build it from one: createContainer(await loadConfig()).get(Application.SERVICE).',
    )
  }
  const config: unknown = container.has('config') ? await container.get('config') : undefined
  if (typeof config === 'object' && config !== null) return config
  throw CommandError.problem(
    'The container has no service "config". createContainer(await loadConfig()) registers the configuration under that name.',
  )
}
