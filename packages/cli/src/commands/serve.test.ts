import { expect, test } from 'vitest'
import { appFromConfig, appInCode, project, start, write } from '../project.test.helper.ts'

const GREETING = appInCode("app.get('/', () => text('one'))\napp.get('/logo.svg', () => text('route'))")
const ANY_PORT = ['--port', '0', '--host', '127.0.0.1']
const ADDRESS = /Listening on (http:\S+)/

test('serves the application where it is told to, and ends in order', async () => {
  const server = start(project({ 'app.ts': GREETING }), ['serve', '--no-watch', ...ANY_PORT])
  const url = await server.waitFor(ADDRESS)
  expect(await (await fetch(url)).text()).toBe('one')
  expect(server.output()).toContain('(FindMyWayRouter, 2 routes)')
  expect(await server.stop()).toBe(0)
})

test('files of public/ come first, unless they are not wanted', async () => {
  const root = project({ 'app.ts': GREETING, 'public/logo.svg': '<svg/>', 'config/secret.txt': 'x' })
  const [withFiles, without] = [['--no-watch'], ['--no-watch', '--no-public']].map((args) => {
    return start(root, ['serve', ...args, ...ANY_PORT])
  })
  const url = await withFiles?.waitFor(ADDRESS)
  const response = await fetch(`${url}/logo.svg`)
  expect([response.headers.get('content-type'), await response.text()]).toEqual(['image/svg+xml', '<svg/>'])
  expect(await (await fetch(`${url}/`)).text()).toBe('one')
  expect((await fetch(`${url}/../config/secret.txt`)).status).toBe(404)
  expect(withFiles?.output()).toContain('/public come first.')

  expect(await (await fetch(`${await without?.waitFor(ADDRESS)}/logo.svg`)).text()).toBe('route')
})

test('an application that serves its files by itself is left alone', async () => {
  const config = `
import { configProvider } from '@app/static'
const folder = new URL('../../public/', import.meta.url)
export default { ...configProvider(), static: { folder, cacheControl: 'no-cache' } }`
  const root = project({ ...appFromConfig(config), 'public/a.txt': 'a' })
  const server = start(root, ['serve', '--no-watch', ...ANY_PORT])
  const response = await fetch(`${await server.waitFor(ADDRESS)}/a.txt`)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(server.output()).not.toContain('come first')
})

test('says where it listens as JSON', async () => {
  const server = start(project({ 'app.ts': GREETING }), ['serve', '--json', '--no-watch', ...ANY_PORT])
  const port = await server.waitFor(/"port": (\d+)/)
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('one')
})

test('restarts when a file changes', async () => {
  const root = project({ 'app.ts': GREETING })
  const server = start(root, ['serve', ...ANY_PORT])
  expect(await (await fetch(await server.waitFor(ADDRESS))).text()).toBe('one')
  write(root, { 'app.ts': GREETING.replace('one', 'two') })
  const url = await server.waitFor(/Listening[\s\S]*Listening on (http:\S+)/)
  expect(await (await fetch(url)).text()).toBe('two')
  await server.stop()
}, 30_000)
