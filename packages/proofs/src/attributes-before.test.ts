import { Application, attributeKey, provides, reads, type ServerRequest, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { attributesBefore } from './index.ts'

const USER = attributeKey<string, 'user'>('user')
const TEAM = attributeKey<string, 'team'>('team')
const enter = provides([USER], (request, handler) => handler(request.withAttribute(USER, 'Ada')))
const enterTeam = provides([TEAM], (request, handler) => handler(request.withAttribute(TEAM, 'red')))
const show = () => reads([USER], (request: ServerRequest) => text(request.attribute(USER)))

function application(): Application {
  const services = Object.entries({ everywhere: show(), inTeams: show(), inList: show(), free: () => text('') })
  return new Application({ router: new FindMyWayRouter(), container: new Map<unknown, unknown>(services) })
}

test('attributesBefore() lists, for each service that reads attributes, the attributes that are set before all positions of the service', async () => {
  const app = application()
  app.pipe(enter)
  app.pipe('/teams', enterTeam)
  app.get('/', 'everywhere')
  app.get('/teams/{id}/all', 'everywhere')
  app.get('/teams/{id}', 'inTeams')
  app.get('/list', [enterTeam, 'inList'])
  app.get('/free', 'free')
  expect(Object.fromEntries(await attributesBefore(app))).toEqual({
    everywhere: ['user'],
    inTeams: ['team', 'user'],
    inList: ['team', 'user'],
  })
})

test('attributesBefore() returns an empty list for a service without middleware before it', async () => {
  const app = application()
  app.get('/', 'everywhere')
  app.pipe('/teams', enterTeam)
  expect(Object.fromEntries(await attributesBefore(app))).toEqual({ everywhere: [] })
})
