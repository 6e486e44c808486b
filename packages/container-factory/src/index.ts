export { CyclicAliasError } from './aliases.ts'
export {
  AmbiguousClassError,
  ContainerDisposedError,
  ContainerError,
  CyclicDependencyError,
  ServiceNotCreatedError,
  ServiceNotFoundError,
} from './container-errors.ts'
export type { ContainerConfig, ContainerOptions } from './create-container.ts'
export { createContainer } from './create-container.ts'
export type {
  AbstractFactory,
  Delegator,
  Dependencies,
  Factory,
  Initializer,
  InjectableClass,
  Invokable,
} from './dependencies.ts'
export { InvalidDependenciesError } from './invalid-dependencies-error.ts'
export type {
  ApplicationTypes,
  Class,
  ParentContainer,
  ServiceContainer,
  ServiceEvent,
  ServiceName,
  ServiceReport,
  TypedContainer,
} from './service-container.ts'
export { DisposalError } from './service-lifetimes.ts'
export type { Services, TypedServices } from './services.ts'
export { services } from './services.ts'
export { ServiceStartError } from './start-services.ts'
