export { ContainerError, ServiceNotFoundError } from './container-errors.ts'
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
export type { ServiceMessage } from './service-channel.ts'
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
export type { ServiceIn, ServicesBuilder, TypedServices } from './services.ts'
export { services } from './services.ts'
