import { Application, attributeKey, text } from '@app/core'
import { Route } from '@app/router'
import { FindMyWayRouter } from '@app/router-find-my-way'

const Team = attributeKey<string>('team')
const app = new Application({ router: new FindMyWayRouter() })
app.get('/', () => text('Hello, world!'))
app.pipe((request, handler) => handler(request.withAttribute(Team, 'red')))
app.route(new Route('/x', () => text('')))
