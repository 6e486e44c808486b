import 'reflect-metadata'
import { type Container, text } from '@app/core'
import { Container as Inversify } from 'inversify'

export const inversify = new Inversify({ defaultScope: 'Singleton' })
inversify.bind('greeting').toConstantValue('Hello')
inversify.bind('hello').toDynamicValue((from) => () => text(`${from.get('greeting')} from inversify`))

export const container: Container = {
  has: (name) => inversify.isBound(name as string),
  get: (name) => inversify.get(name as string),
}
