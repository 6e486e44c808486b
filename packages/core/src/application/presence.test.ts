import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { Application, after, attributeKey, provides, reads, text } from '../index.ts'

const USER = attributeKey<string, 'user'>('user')
const enter = provides([USER], (request, handler) => handler(request.withAttribute(USER, 'Ada')))

test('middleware and handlers run unchanged if provides(), reads() and after() declare their attributes', async () => {
  const home = () => text('home')
  expect(reads([USER], home)).toBe(home)
  expect(after([enter])(reads([USER], home))).toBe(home)
  expect(provides([USER], home)).toBe(home)

  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/{id}', [enter, reads([USER], (request) => text(`${request.attribute(USER)} ${request.params.id}`))])
  app.pipe('/members', enter)
  app.get('/members/{id}', after([enter])(reads([USER], (request) => text(request.attribute(USER)))))

  expect(await (await app.request('/7')).text()).toBe('Ada 7')
  expect(await (await app.request('/members/7')).text()).toBe('Ada')
})
