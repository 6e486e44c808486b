import { type Container, text } from '@app/core'
import { asFunction, asValue, createContainer } from 'awilix'

export const awilix = createContainer().register({
  greeting: asValue('Hello'),
  hello: asFunction(
    ({ greeting }: { greeting: string }) =>
      () =>
        text(`${greeting} from awilix`),
  ).singleton(),
})

export const container: Container = {
  has: (name) => typeof name === 'string' && awilix.hasRegistration(name),
  get: (name) => awilix.resolve(name as string),
}
