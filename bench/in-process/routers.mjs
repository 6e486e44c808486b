import { Route } from '@app/router'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Rou3Router } from '@app/router-rou3'
import { TrouterRouter } from '@app/router-trouter'
import findMyWay from 'find-my-way'
import { addRoute, createRouter, findRoute } from 'rou3'
import { Trouter } from 'trouter'
import { measure, print } from './measure.mjs'

/**
 * Compares the libraries for routing with our adapters of them. Half of the paths are static, half have one
 * placeholder.
 */
function pathsOf(count) {
  return Array.from({ length: count }, (_, i) => (i % 2 ? `/api/v1/thing${i}/{id}` : `/api/v1/static${i}`))
}

const handler = () => undefined
const engineStyle = (path) => path.replace('{id}', ':id')

function naked(paths) {
  const fmw = findMyWay()
  const trouter = new Trouter()
  const rou3 = createRouter()
  for (const path of paths.map(engineStyle)) {
    fmw.on('GET', path, handler)
    trouter.get(path, handler)
    addRoute(rou3, 'GET', path, { path })
  }
  return {
    'find-my-way': (path) => fmw.find('GET', path),
    trouter: (path) => trouter.find('GET', path),
    rou3: (path) => findRoute(rou3, 'GET', path) ?? true,
  }
}

function compile(Router, paths) {
  const routes = paths.map((path) => new Route(path, handler, ['GET']))
  const start = performance.now()
  const match = new Router().compile(routes)
  return { match: (path) => match('GET', path), seconds: (performance.now() - start) / 1_000 }
}

for (const count of [5, 128, 1_000, 100_000]) {
  const paths = pathsOf(count)
  const engines = naked(paths)
  const ours = { 'find-my-way': FindMyWayRouter, trouter: TrouterRouter, rou3: Rou3Router }
  const last = count % 2 ? count - 2 : count - 1
  const targets = {
    dynamic: [`/api/v1/thing${last}/17`],
    'dynamic, 64 in turn': Array.from({ length: 64 }, (_, i) => `/api/v1/thing${(last - 2 * i) % count}/17`),
    static: [`/api/v1/static${last - 1}`],
    miss: ['/api/v1/nothing/17'],
  }
  for (const [name, Router] of Object.entries(ours)) {
    const { match, seconds } = compile(Router, paths)
    const calls = name === 'trouter' && count > 1_000 ? 20 : 50_000
    for (const [kind, asked] of Object.entries(targets)) {
      // Half of the routes are dynamic. If these are fewer than 64, the list of 64 paths repeats some, and is left out.
      if (asked.length > count / 2) continue
      let next = 0
      const path = () => asked[next++ % asked.length]
      const results = await measure(
        { [`${name} naked, ${kind}`]: () => engines[name](path()), [`${name} adapter, ${kind}`]: () => match(path()) },
        { calls, rounds: 9 },
      )
      print(`${count} routes, compiled in ${seconds.toFixed(2)} s`, results)
    }
  }
}
