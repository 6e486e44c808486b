import { expect, test } from 'vitest'
import app, { route } from './program-4.ts'

test('program 4: a function, an object, a class, a service name, a list and a Route object each answer a route', async () => {
  const bodies = await Promise.all(
    ['/a', '/b', '/c', '/c2', '/d', '/e', '/e/7', '/f/7', '/g/7', '/h/x'].map(async (path) =>
      (await app.request(path)).text(),
    ),
  )
  const report = 'report from db'
  expect(bodies).toEqual([
    'a function at /a',
    report,
    report,
    'plain',
    report,
    report,
    '7',
    'handler at /f/7',
    'handler at /g/7',
    'x',
  ])
  expect((await app.request('/f/x')).status).toBe(404)
  expect(app.url(route, { id: 3 })).toBe('/g/3')
})
