import 'reflect-metadata'
import { type Container, text } from '@app/core'
import { instanceCachingFactory, container as root } from 'tsyringe'

export const tsyringe = root.createChildContainer()
tsyringe.register('greeting', { useValue: 'Hello' })
tsyringe.register('hello', {
  useFactory: instanceCachingFactory((from) => () => text(`${from.resolve('greeting')} from tsyringe`)),
})

export const container: Container = {
  has: (name) => tsyringe.isRegistered(name as string, true),
  get: (name) => tsyringe.resolve(name as string),
}
