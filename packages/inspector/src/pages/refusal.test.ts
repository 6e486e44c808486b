import { get, type OutgoingHttpHeaders } from 'node:http'
import { Application, createServer, text } from '@app/core'
import { expect, test } from 'vitest'
import { inspector } from '../index.ts'
import { application } from '../inspected.test.helper.ts'

const app = application().pipe(() => text('x'))

async function status(url: string, init: RequestInit = {}, hosts: readonly string[] = []): Promise<number> {
  const served = new Application({ onError: () => undefined }).pipe(inspector(app, { hosts })).pipe(app)
  return (await served.fetch(new Request(url, init))).status
}

test('the inspector answers only requests for host names of loopback or of the option hosts', async () => {
  for (const host of ['localhost', 'shop.localhost:8080', '127.0.0.1:3000', '127.1.2.3', '[::1]:8080']) {
    expect([host, await status(`http://${host}/_app/`)]).toEqual([host, 200])
  }
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.7', '0.0.0.0']) {
    expect([host, await status(`http://${host}/_app/`)]).toEqual([host, 403])
    expect([host, await status(`http://${host}/_app/routes`)]).toEqual([host, 403])
  }
  expect(await status('http://dev.example/_app/', {}, ['dev.example'])).toBe(200)
})

test.each([
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
  'client/constructor',
  'requests/__proto__',
])('the inspector has nothing under the path %s', async (path) => {
  expect(await status(`http://localhost/_app/${path}`)).toBe(404)
})

test('the application behind the inspector answers under any host name', async () => {
  expect(await status('http://www.example/')).toBe(200)
})

test('the inspector refuses requests from pages of other sites, whether they read data or send a POST', async () => {
  const url = 'http://localhost:8080/_app/requests/1/again'
  const post = (headers: Record<string, string>) => status(url, { method: 'POST', headers })
  expect(await post({})).toBe(403)
  expect(await post({ origin: 'https://evil.example' })).toBe(403)
  expect(await post({ origin: 'null' })).toBe(403)
  expect(await post({ origin: 'http://localhost:9090' })).toBe(403)
  expect(await post({ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:8080' })).toBe(403)
  expect(await post({ 'sec-fetch-site': 'same-site' })).toBe(403)
  // This request is accepted: the response is 404 only because the request that it names does not exist.
  expect(await post({ origin: 'http://localhost:8080' })).toBe(404)
  expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(404)
  const read = (headers: Record<string, string>) => status('http://localhost:8080/_app/routes', { headers })
  expect(await read({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' })).toBe(
    403,
  )
  expect(await read({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).toBe(
    403,
  )
  expect(await read({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })).toBe(200)
  expect(
    await status('http://localhost:8080/_app/routes', {
      method: 'DELETE',
      headers: { 'sec-fetch-site': 'same-origin' },
    }),
  ).toBe(405)
})

test('the inspector refuses a request from the address of another machine, even for a host of loopback', async () => {
  await using server = await createServer(new Application().pipe(inspector(app)).pipe(app), {
    trustProxy: ['loopback'],
  }).listen({
    port: 0,
  })
  const ask = async (address: string) =>
    (await fetch(`http://127.0.0.1:${server.address?.port}/_app/`, { headers: { 'x-forwarded-for': address } })).status
  expect(await ask('127.0.0.1')).toBe(200)
  expect(await ask('192.168.1.20')).toBe(403)
})

test('the inspector refuses another machine behind a proxy of this machine, unless the option hosts has a name', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  expect(await status('http://127.0.0.1:8080/_app/', { headers })).toBe(403)
  expect(await status('http://127.0.0.1:8080/_app/', { headers }, ['dev.example'])).toBe(200)
})

test('the inspector does not trust the header X-Forwarded-Host, since a page of another site could have set it', async () => {
  const served = new Application().pipe(inspector(app)).pipe(app)
  await using server = await createServer(served, { trustProxy: ['loopback'] }).listen({ port: 0 })
  const { port } = server.address ?? {}
  const ask = (headers: OutgoingHttpHeaders) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port, path: '/_app/routes', headers }, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    })
  expect(await ask({ host: `localhost:${port}`, 'x-forwarded-for': '127.0.0.1' })).toBe(200)
  expect(
    await ask({ host: `evil.example:${port}`, 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1' }),
  ).toBe(403)
})
