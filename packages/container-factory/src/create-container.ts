import { checkDependencies } from './check-dependencies.ts'
import { Container } from './container.ts'
import type { Dependencies } from './dependencies.ts'
import { dependencyChecks } from './dependency-checks.ts'
import { InvalidDependenciesError } from './invalid-dependencies-error.ts'
import { Registry } from './registry.ts'
import type { ParentContainer, ServiceContainer } from './service-container.ts'

/** The part of a configuration that the container reads. */
export interface ContainerConfig {
  readonly dependencies?: Dependencies
}

export interface ContainerOptions {
  /** Services by name that stand in for whatever the configuration says of these names, for tests. */
  readonly overrides?: Readonly<Record<string, unknown>>
  /**
   * Makes the container a scope of another one: it hands out the services of that one, `config` among them, beside its own,
   * and ends with it. Any container will do; one that `createContainer` did not make knows nothing of its scopes' end.
   */
  readonly parent?: ParentContainer
}

/**
 * Makes a container from `config.dependencies`, with the configuration itself as the service `config` (contract 2.8).
 *
 * Nothing is constructed before it is asked for.
 * Throws `InvalidDependenciesError` for what cannot be an entry, `CyclicAliasError` for aliases without a service.
 */
export function createContainer(config: ContainerConfig | object, options: ContainerOptions = {}): ServiceContainer {
  if (typeof config !== 'object' || config === null || config instanceof Promise) {
    throw InvalidDependenciesError.forValue('config', config, 'the loaded configuration: await it first')
  }
  const { overrides = {}, parent } = options
  dependencyChecks.services('options.overrides', overrides)
  const dependencies = checkDependencies((config as ContainerConfig).dependencies)
  const own = parent?.has('config') ? {} : { config }
  return new Container(new Registry(dependencies, { ...own, ...overrides }), parent)
}
