import { AppFactory, Application, type Container } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test } from 'vitest'
import * as awilix from './awilix.ts'
import * as inversify from './inversify.ts'
import * as packages from './packages-with-awilix.ts'
import * as tsyringe from './tsyringe.ts'
import * as typedInject from './typed-inject.ts'

const router = new FindMyWayRouter()

class Plain {
  handle(): Response {
    return new Response('of a class')
  }
}

describe.each([
  ['awilix', awilix.container, awilix.awilix],
  ['tsyringe', tsyringe.container, tsyringe.tsyringe],
  ['inversify', inversify.container, inversify.inversify],
  ['typed-inject', typedInject.container, typedInject.injector],
])('a container of %s', (name, container, own) => {
  test('an adapter of two lines makes the container usable, and the application constructs classes that the container does not have', async () => {
    const app = await AppFactory.create(container, router)
    app.get('/', 'hello')
    app.get('/class', Plain)

    expect(await (await app.request('/')).text()).toBe(`Hello from ${name}`)
    expect(await (await app.request('/class')).text()).toBe('of a class')
    await expect(app.check()).resolves.toBeUndefined()
  })

  test('the application reports the mistyped name of a service that the container does not have', async () => {
    const app = await AppFactory.create(container, router)
    app.get('/', 'helo')

    await expect(app.check()).rejects.toThrow('helo')
  })

  test('the application refuses the container without the adapter, and says what to write', () => {
    expect(() => new Application({ container: own as unknown as Container, router })).toThrow(
      `It looks like one of ${name}: give the application { has: (name) => `,
    )
  })
})

test('a value that is not a container is refused, with an error that names the methods that it lacks', () => {
  const refused = (container: object) => () => new Application({ container: container as Container })

  expect(refused({})).toThrow(
    'The container has no has(name) and no get(name). Give the application { has: (name) => …',
  )
  expect(refused({ get: () => 1 })).toThrow('The container has no has(name). Give')
  expect(() => new Application({ container: new Map() })).not.toThrow()
})

test('services of packages and of awilix find each other, eager services start, and all are disposed of, those of awilix last', async () => {
  const { app, container, lines } = packages
  await app.check()
  await container.start()
  expect(await (await app.request('/')).text()).toBe('Audited by Audit')
  await container.dispose()
  expect(lines).toEqual(['the queue starts', 'GET / 200', 'the queue ends', 'the logger ends'])
})
