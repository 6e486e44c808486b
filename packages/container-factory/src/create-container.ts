import { refuseUnknown } from '@app/checks'
import { checkDependencies, dependencyChecks } from './check-dependencies.ts'
import { Container } from './container.ts'
import type { Dependencies } from './dependencies.ts'
import { invalidValue } from './invalid-dependencies.ts'
import { Registry } from './registry.ts'
import type { ParentContainer, ServiceContainer } from './service-container.ts'

/** The part of a configuration that the container reads. */
export interface ContainerConfig {
  readonly dependencies?: Dependencies
}

export interface ContainerOptions {
  /** Services by name that replace services of the configuration, for tests. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined
  /**
   * Makes the new container a scope of this one. A scope also returns the services of its parent, including `config` if
   * the parent has it, and is disposed of with its parent. The parent may be any container, but only a container of
   * `createContainer` disposes of its scopes.
   */
  readonly parent?: ParentContainer | undefined
}

/**
 * Makes a container from `config.dependencies`, with the configuration itself as the service `config` (contract 2.8).
 *
 * Services are constructed when they are first requested. Throws a `ConfigurationError` for an invalid entry
 * (`APP_DEPENDENCIES`), for aliases that refer to each other in a cycle (`APP_ALIAS_CYCLE`), and for an unknown option.
 *
 * @example
 * const container = createContainer({ dependencies: { factories: { 'acme/ledger': () => new Ledger() } } })
 * container.get('acme/ledger')
 */
export function createContainer(config: ContainerConfig | object, options: ContainerOptions = {}): ServiceContainer {
  if (typeof config !== 'object' || config === null || config instanceof Promise) {
    throw invalidValue('config', config, 'the loaded configuration: await it first')
  }
  refuseUnknown('createContainer()', options, ['overrides', 'parent'])
  const { overrides = {}, parent } = options
  dependencyChecks.services('options.overrides', overrides)
  const dependencies = checkDependencies((config as ContainerConfig).dependencies)
  const own = parent?.has('config') ? {} : { config }
  return new Container(new Registry(dependencies, { ...own, ...overrides }), parent)
}
