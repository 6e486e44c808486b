import { createContainer } from '@app/container-factory'
import { Application, configProvider, createServer } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { nested, PIPED, ROUTES } from '../ours.mjs'

/**
 * The application of `ours-find-my-way`, made from configuration: every handler and middleware is a service that a
 * container makes.
 */
export function start(port) {
  const router = new FindMyWayRouter()
  const factories = { ...configProvider().dependencies.factories, 'bench/nested': () => nested(router) }
  const pipeline = { nested: { path: '/one', middleware: 'bench/nested' } }
  const routes = ROUTES.map(([method, path, handler]) => {
    const name = `bench/${method} ${path}`
    factories[name] = () => handler
    return { path, middleware: name, allowed_methods: [method] }
  })
  for (const [i, [path, middleware]] of PIPED.entries()) {
    factories[`bench/piped ${i}`] = () => middleware
    pipeline[`piped ${i}`] = { path, middleware: `bench/piped ${i}`, priority: 100 - i }
  }
  pipeline.routing = { middleware: Application.ROUTING_MIDDLEWARE, priority: -1 }
  pipeline.dispatch = { middleware: Application.DISPATCH_MIDDLEWARE, priority: -2 }
  const services = { '@app/router/RouterInterface': router }
  const container = createContainer({ dependencies: { factories, services }, middleware_pipeline: pipeline, routes })
  return createServer(container.get(Application.SERVICE)).listen({ port, host: '127.0.0.1' })
}
