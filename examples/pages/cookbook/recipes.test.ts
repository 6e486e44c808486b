import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import feed from './feed.ts'
import flags from './flags.ts'
import hal from './hal.ts'
import pagination from './pagination.ts'
import tenants from './tenants.ts'

test('resources in HAL link to themselves and to the next page', async () => {
  const response = await hal.request('/notes')
  expect(response.headers.get('content-type')).toBe('application/hal+json')
  expect(await response.json()).toEqual({
    total: 3,
    _links: { self: { href: '/notes' }, next: { href: '/notes?after=2' } },
    _embedded: {
      notes: [
        { id: 1, title: 'Tea', _links: { self: { href: '/notes/1' }, list: { href: '/notes' } } },
        { id: 2, title: 'Milk', _links: { self: { href: '/notes/2' }, list: { href: '/notes' } } },
      ],
    },
  })
  expect(await (await hal.request('/notes?after=2')).json()).toMatchObject({
    _links: { self: { href: '/notes?after=2' } },
  })
  expect(await (await hal.request('/notes/3')).json()).toMatchObject({ title: 'Rum' })
})

test('a feed has absolute URLs and escaped texts', async () => {
  const response = await feed.request('https://www.site.example/feed.xml')
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const xml = await response.text()
  expect(xml).toContain('<updated>2026-02-01T09:00:00.000Z</updated>')
  expect(xml).toContain('<title>Tea &amp; milk</title>\n  <link href="https://www.site.example/posts/2"/>')
  expect(xml).toContain('&lt;b&gt;First&lt;/b&gt; the milk.')
  expect(await (await feed.request('/posts/2')).text()).toBe('Tea & milk\n<b>First</b> the milk.')
})

test('a visitor always gets the same features, and a fifth of all visitors get the new one', async () => {
  const ask = async (visitor: string) =>
    ((await (await flags.request('/checkout', { headers: { 'x-visitor': visitor } })).json()) as { checkout: string })
      .checkout
  const visitors = Array.from({ length: 500 }, (_, number) => `visitor ${number}`)
  const first = await Promise.all(visitors.map(ask))
  expect(await Promise.all(visitors.map(ask))).toEqual(first)
  const share = first.filter((checkout) => checkout === 'new').length / visitors.length
  expect(share).toBeGreaterThan(0.12)
  expect(share).toBeLessThan(0.28)
})

test('while the file exists, everybody but the probes gets a 503', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'maintenance-'))
  const file = join(folder, 'maintenance')
  vi.stubEnv('MAINTENANCE_FILE', file)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const { default: app } = await import('./maintenance.ts')
  expect((await app.request('/')).status).toBe(200)
  writeFileSync(file, '')
  vi.advanceTimersByTime(1_001)
  const closed = await app.request('/')
  expect([closed.status, closed.headers.get('retry-after'), await closed.text()]).toEqual([
    503,
    '300',
    'We are back in a few minutes.',
  ])
  expect((await app.request('/health/live')).status).toBe(200)
  rmSync(file)
  vi.advanceTimersByTime(1_001)
  expect((await app.request('/')).status).toBe(200)
})

test('the links from page to page lead through all rows, and each row is on exactly one page', async () => {
  const titles: string[] = []
  let url: string | undefined = '/notes'
  while (url !== undefined) {
    const response: Response = await pagination.request(url)
    titles.push(...((await response.json()) as { title: string }[]).map(({ title }) => title))
    url = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(titles).toEqual(Array.from({ length: 45 }, (_, i) => `Note ${i + 1}`))
  expect((await pagination.request('/notes?after=x')).status).toBe(400)
})

test('a tenant has a host, and sees only its own data', async () => {
  expect(await (await tenants.request('https://north.example/notes')).json()).toEqual([{ title: 'Snow' }])
  expect(await (await tenants.request('https://south.example/notes')).json()).toEqual([{ title: 'Sun' }])
  expect((await tenants.request('https://west.example/notes')).status).toBe(404)
})
