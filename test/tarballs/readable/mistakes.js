import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const errors = []
const create = () => new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
const answering = async (handler) => {
  const app = create()
  app.get('/', handler)
  await app.request('/')
}

/** Typical mistakes of users, each with a name. */
const mistakes = {
  pipesNumber: () => create().pipe(42),
  nestsNumber: () => create().pipe([[42]]),
  prefixWithoutSlash: () => create().pipe('admin', () => text('')),
  pathWithoutSlash: () => create().get('x', () => text('')),
  openPlaceholder: () => create().get('/a/{id', () => text('')),
  forgottenHandler: () => create().get('/x'),
  missingParam: () => create().url(create().get('/a/{id}', () => text(''))),
  returnsNothing: () => answering(() => {}),
  returnsNothingLater: () => answering(async () => {}),
  unknownService: () => answering('acme/missing'),
  stepsReversed: () => create().pipeDispatchMiddleware().pipeRoutingMiddleware().request('/'),
}

const stacks = {}
for (const [name, mistake] of Object.entries(mistakes)) {
  try {
    await mistake()
  } catch (error) {
    errors.push(error)
  }
  stacks[name] = errors.splice(0).map(({ stack }) => stack)
}
console.log(JSON.stringify(stacks))
