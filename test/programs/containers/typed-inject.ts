import { type Container, text } from '@app/core'
import { createInjector } from 'typed-inject'

function makeHello(greeting: string) {
  return () => text(`${greeting} from typed-inject`)
}
makeHello.inject = ['greeting'] as const

export const injector = createInjector().provideValue('greeting', 'Hello').provideFactory('hello', makeHello)

const names = new Set<unknown>(['greeting', 'hello'])
export const container: Container = {
  has: (name) => names.has(name),
  get: (name) => injector.resolve(name as 'hello'),
}
