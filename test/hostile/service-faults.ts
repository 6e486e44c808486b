import { createContainer } from '@app/container-factory'
import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type Fault, get, SECRET } from './fault.ts'

/** Services that fail once and recover, that are not middleware, or that require each other. */
export const serviceFaults: readonly Fault[] = [
  {
    name: 'a factory throws at its first use',
    install: mounted(() => {
      let tries = 0
      return {
        page: () => {
          if (tries++ === 0) throw new Error(SECRET)
          return () => text('recovered')
        },
      }
    }),
    outcomes: [500, 200, 200],
  },
  {
    name: 'a factory rejects at its first use',
    install: mounted(() => {
      let tries = 0
      return {
        page: async () => {
          if (tries++ === 0) throw new Error(SECRET)
          return () => text('recovered')
        },
      }
    }),
    outcomes: [500, 200, 200],
  },
  {
    name: 'a route names a service that is not middleware',
    install: mounted(() => ({ page: () => ({ [SECRET]: SECRET }) })),
    outcomes: [500, 500],
    reports: 2,
  },
  {
    name: 'a service requires itself',
    install: mounted(() => ({ page: (container: { get(name: string): unknown }) => container.get('page') })),
  },
  {
    name: 'two services require each other, one of them in an asynchronous factory',
    install: mounted(() => ({
      page: async (container: { get(name: string): unknown }) => container.get('other'),
      other: (container: { get(name: string): unknown }) => container.get('page'),
    })),
  },
  {
    name: 'a route names a service that does not exist',
    install: mounted(() => ({})),
  },
  {
    name: 'a route names a missing service that is called like a property of every object',
    install: mounted(() => ({}), '__proto__'),
  },
  {
    name: 'a class throws when it is constructed for the first time',
    install: (app, path) => {
      let tries = 0
      class Page {
        constructor() {
          if (tries++ === 0) throw new Error(SECRET)
        }
        handle() {
          return text('recovered')
        }
      }
      app.get(path, Page)
    },
    outcomes: [500, 200],
  },
  {
    name: 'a route is added while the application runs, and fails',
    install: (app, path) =>
      app.get(path, () => {
        app.get(`${path}/later`, () => {
          throw new Error(SECRET)
        })
        throw new Error(SECRET)
      }),
    steps: (path) => get(path),
  },
]

type Factories = Parameters<typeof createContainer>[0] extends { dependencies?: { factories?: infer F } } ? F : never

/** Adds an application with a container of its own under the path; the service `page` is its only middleware. */
function mounted(factories: () => object, page = 'page'): Fault['install'] {
  return (app, path) => {
    const container = createContainer({ dependencies: { factories: factories() as Factories } })
    const inner = new Application({ router: new FindMyWayRouter(), container }).pipe(page)
    app.pipe(path as string, inner)
  }
}
