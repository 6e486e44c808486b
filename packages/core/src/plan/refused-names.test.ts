import { createContainer, type Dependencies } from '@app/container-factory'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { errorEntry } from '../extending.ts'
import { Application, type Container, type MiddlewareLike, Pipeline, text } from '../index.ts'

const hello = () => text('hello')
const router = new FindMyWayRouter()

/** A container whose services cannot be made, since nothing may be made here. */
function containerOf(dependencies: Dependencies = {}): Container {
  const home = () => {
    throw new Error('made')
  }
  return createContainer({ dependencies: { ...dependencies, factories: { home, ...dependencies.factories } } })
}

const application = (container: Container | undefined = containerOf()) => new Application({ router, container })

/** What `run()` says of an application; an empty text if it starts. */
async function said(app: Application): Promise<string> {
  try {
    const server = await app.run({ port: 0, host: '127.0.0.1' })
    await server.close()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const HINT = 'the container has no service "hoem". Did you mean "home"?'
const HOEM = 'hoem' as MiddlewareLike

const TABLE: readonly [what: string, app: Application, message: string][] = [
  ['the pipeline', application().pipe(HOEM), `pipe 1: ${HINT}`],
  ['a prefix', application().pipe('/a', HOEM), `pipe 1 at "/a": ${HINT}`],
  ['a list', application().pipe([hello, HOEM]), `pipe 1, item 2: ${HINT}`],
  ['a route', routed((app) => app.get('/', HOEM)), `GET /: ${HINT}`],
  ['a list of a route', routed((app) => app.get('/', [hello, HOEM])), `GET /, item 2: ${HINT}`],
  ['a pipeline', application().pipe(new Pipeline().pipe(HOEM)), `pipe 1: ${HINT}`],
  ['error middleware', application().pipe(errorEntry('hoem')), `pipe 1: ${HINT}`],
  [
    'the inject of a function that makes error middleware',
    application(new Map([['home', hello]])).pipe(errorEntry(Object.assign(() => hello, { inject: ['hoem'] }))),
    'pipe 1: Service not found: a function without a name → missing hoem, required by a function without a name. Did you',
  ],
  ['a nested application', new Application({ router }).pipe('/a', application().pipe(HOEM)), `pipe 1: ${HINT}`],
  ['no container', new Application().pipe(HOEM), 'pipe 1: "hoem" names a service, but there is no container.'],
  [
    'a class that takes arguments',
    application().pipe(
      class Guard {
        readonly name: string
        constructor(name: string) {
          this.name = name
        }
        process = hello
      } as never,
    ),
    'pipe 1: the class Guard takes arguments, and the container does not know it.',
  ],
  [
    'the static inject of a service',
    application(containerOf({ factories: { page: Object.assign(() => hello, { inject: ['hoem'] }) as never } })).pipe(
      'page',
    ),
    'Service not found: page → missing hoem, required by page; did you mean "home"?',
  ],
  [
    'several places',
    routed((app) => app.pipe(HOEM).get('/', HOEM)),
    `2 problems found:\n- pipe 1: ${HINT}\n- GET /: ${HINT}`,
  ],
]

function routed(register: (app: Application) => unknown): Application {
  const app = application()
  register(app)
  return app
}

test.each(TABLE)('run() rejects before it listens if a service is misspelt in %s', async (_where, app, message) => {
  expect(await said(app)).toContain(message)
})

const FINE: readonly [what: string, container: Container][] = [
  ['of a container', containerOf({ factories: { page: () => hello } })],
  ['of an abstract factory', containerOf({ abstract_factories: [{ canCreate: () => true, create: () => hello }] })],
  ['of a parent', createContainer({}, { parent: containerOf({ factories: { page: () => hello } }) })],
  ['of a Map', new Map([['page', hello]])],
]

test.each(FINE)('run() starts with a service %s, and makes it at its first request', async (_where, container) => {
  expect(await said(application(container).pipe('page'))).toBe('')
})

test('a request without a server makes only the services that it needs, so a misspelt one elsewhere does not matter', async () => {
  const app = routed((one) => {
    one.get('/', hello)
    one.get('/other', HOEM)
  })
  expect((await app.request('/')).status).toBe(200)
})
