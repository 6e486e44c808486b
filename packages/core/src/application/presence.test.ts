import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, expectTypeOf, test } from 'vitest'
import {
  Application,
  after,
  attributeKey,
  provides,
  type RequestHandler,
  reads,
  type ServerRequest,
  text,
} from '../index.ts'

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

test('a handler or middleware in reads() gets typed parameters, also where the result is returned', async () => {
  const home = () =>
    reads([USER], (request) => {
      expectTypeOf(request).toEqualTypeOf<ServerRequest>()
      return text(request.attribute(USER))
    })
  const guard = () =>
    reads([USER], (request, handler) => {
      expectTypeOf(handler).toEqualTypeOf<RequestHandler>()
      return request.attribute(USER) === 'Ada' ? handler(request) : text('no')
    })
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/', [enter, guard(), home()])
  app.get('/{id}', [
    enter,
    reads([USER], (request) => {
      expectTypeOf(request.params.id).toEqualTypeOf<string>()
      return text(request.params.id)
    }),
  ])
  expect(await (await app.request('/')).text()).toBe('Ada')
})
