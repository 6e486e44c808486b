import { createContainer, type ServiceContainer } from '@app/container-factory'
import { Application, attributeKey, json, type Middleware } from '@app/core'
import { onEnd } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'

export const ended: string[] = []

/** Something of which each request has its own, such as a cache of what it has read. */
class Cart {
  static readonly inject = ['acme/user'] as const
  readonly owner: string

  constructor(owner: string) {
    this.owner = owner
  }

  [Symbol.dispose](): void {
    ended.push(this.owner)
  }
}

const container = createContainer({ dependencies: { services: { 'acme/shop': 'Tea and more' } } })

const SERVICES = attributeKey<() => ServiceContainer>('services of the request')

/** Makes a container for a request that asks for it, and disposes of its services at the end of the request. */
const requestServices: Middleware = (request, handler) => {
  let scope: ServiceContainer | undefined
  const services = () => {
    if (scope) return scope
    const user = request.headers.get('x-user') ?? 'nobody'
    const dependencies = { services: { 'acme/user': user }, factories: { 'acme/cart': Cart } }
    const made = createContainer({ dependencies }, { parent: container })
    scope = made
    onEnd(request, () => made.dispose())
    return made
  }
  return handler(request.withAttribute(SERVICES, services))
}

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(requestServices)
app.get('/cart', (request) => {
  const services = request.attribute(SERVICES)()
  const cart = services.get<Cart>('acme/cart')
  return json([services.get('acme/shop'), cart.owner, cart === services.get('acme/cart')])
})
app.get('/', () => json('no services'))

export default app
