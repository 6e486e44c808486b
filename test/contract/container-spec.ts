import { createContainer } from '@app/container-factory'
import type { Container } from '@app/core'
import { RuntimeException } from './error-kinds.ts'
import { build, type Context } from './middleware-spec.ts'
import type { Setup } from './vectors.ts'

/**
 * Builds the container of a recorded case. It makes each service at its first `get`, and adds an entry about this to
 * the trace.
 */
export function buildContainer(setup: Setup, context: Context, config: object = {}, services: object = {}): Container {
  const container = createContainer({ ...config, dependencies: { factories: factoriesOf(setup, context), services } })
  // A case may give a class in place of a name; the class then means the service with the name of the class.
  const nameOf = (name: unknown) => (typeof name === 'string' ? name : (context.classes.serviceName(name) ?? ''))
  return {
    has: (name) => container.has(nameOf(name)),
    get: (name) => container.get(nameOf(name)),
  }
}

function factoriesOf({ container }: Setup, context: Context): Record<string, () => unknown> {
  const services = container && 'services' in container ? (container.services ?? {}) : {}
  return Object.fromEntries(
    Object.entries(services).map(([name, spec]) => [
      name,
      () => {
        context.trace.add({ make: name })
        if (typeof spec === 'object' && spec !== null && 'factoryThrows' in spec) {
          throw new RuntimeException(String(spec.factoryThrows))
        }
        return build(spec, context)
      },
    ]),
  )
}
