import { AppFactory } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { container, NoteHandler } from './typed-services.ts'

test('an application gets a handler class from a container of services(), although a service that the class needs is made asynchronously', async () => {
  const app = await AppFactory.create(container, new FindMyWayRouter())
  app.get('/notes/{id}', NoteHandler)

  expect(await (await app.request('/notes/1')).text()).toBe('Monday: Buy tea')
  await expect(app.check()).resolves.toBeUndefined()
})
