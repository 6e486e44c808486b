import { readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Application, createServer, HttpError, type Middleware, type Server, text } from '@app/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folder } from './folder.test.helper.ts'
import { serveStatic } from './index.ts'

/** The size of the large file: more bytes than all buffers between the server and the client hold together. */
const SIZE = 50_000_000

/**
 * Makes a folder with a large file of zeros, which takes no space on the disk, since the file system does not store
 * zeros that were never written.
 */
function folderWithLarge(): string {
  const root = folder({ 'large.bin': '' })
  truncateSync(join(root, 'large.bin'), SIZE)
  return root
}

async function listening(app: Application): Promise<string> {
  const server: Server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void server.close({ grace: 0 }))
  return `http://127.0.0.1:${server.address?.port}`
}

/** Counts the files below a folder that this process has open; only Linux has `/proc/self/fd`. */
function openFiles(root: string): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(root)
    } catch {
      return false
    }
  }).length
}

test('over HTTP, a large file is sent whole with its length, and a request for a range gets only this range', async () => {
  const size = 251 * 10_000
  const pattern = Uint8Array.from({ length: 251 }, (_, i) => i)
  const root = folder({ 'large.bin': Buffer.alloc(size, pattern), 'a.txt': 'small' })
  const url = await listening(new Application().pipe(serveStatic(root)))
  const response = await fetch(`${url}/large.bin`)
  expect(response.headers.get('content-length')).toBe(String(size))
  expect((await response.arrayBuffer()).byteLength).toBe(size)
  const part = await fetch(`${url}/large.bin`, { headers: { range: `bytes=${251 * 1000}-${251 * 1000 + 99_999}` } })
  const bytes = new Uint8Array(await part.arrayBuffer())
  expect([part.status, bytes.length, bytes[0], bytes[99_999]]).toEqual([206, 100_000, 0, 99_999 % 251])
  expect(await (await fetch(`${url}/a.txt`)).text()).toBe('small')
  const head = await fetch(`${url}/large.bin`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
  const again = await fetch(`${url}/a.txt`, { headers: { 'if-none-match': '*' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

describe.runIf(process.platform === 'linux')('a large file does not stay open', () => {
  const dropping: Middleware = async (request, handler) => {
    await handler(request)
    return text('something else')
  }
  const failing: Middleware = async (request, handler) => {
    await handler(request)
    throw new HttpError(500)
  }

  test.each<[string, RequestInit, Middleware[]]>([
    ['after it was sent', {}, []],
    ['after its headers alone were sent', { method: 'HEAD' }, []],
    ['after a part was sent', { headers: { range: 'bytes=0-200000' } }, []],
    ['after 304', { headers: { 'if-none-match': '*' } }, []],
    ['after 412', { headers: { 'if-match': '"x"' } }, []],
    ['after 416', { headers: { range: 'bytes=99999999-' } }, []],
    ['if middleware drops the response', {}, [dropping]],
    ['if middleware fails', {}, [failing]],
  ])('%s', async (_when, init, middleware) => {
    const root = folderWithLarge()
    const app = new Application({ onError: () => undefined })
    const url = await listening(app.pipe([...middleware, serveStatic(root)]))
    for (const ask of [() => fetch(`${url}/large.bin`, init), () => app.request('/large.bin', init)]) {
      await (await ask()).arrayBuffer()
      await expect.poll(() => openFiles(root)).toBe(0)
    }
  })

  test('after the client has left', async () => {
    const root = folderWithLarge()
    const url = await listening(new Application().pipe(serveStatic(root)))
    await new Promise<void>((resolve) => {
      const request = get(`${url}/large.bin`, (response) => {
        response.once('data', () => {
          expect(openFiles(root)).toBe(1)
          request.destroy()
          resolve()
        })
      })
      request.on('error', () => undefined)
    })
    await expect.poll(() => openFiles(root)).toBe(0)
  })

  test('if it shrinks while it is sent', async () => {
    const root = folderWithLarge()
    const response = await new Application().pipe(serveStatic(root)).request('/large.bin')
    truncateSync(join(root, 'large.bin'), 10)
    await expect(response.arrayBuffer()).rejects.toThrow('changed while it was sent')
    expect(openFiles(root)).toBe(0)
  })

  test('once the response is garbage, if nobody has read it', async () => {
    const root = folderWithLarge()
    const app = new Application().pipe(serveStatic(root))
    for (let number = 0; number < 10; number++) await app.request('/large.bin')
    expect(openFiles(root)).toBe(10)
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const openAfterGc = () => {
      collect()
      return openFiles(root)
    }
    // V8 may keep the last of them.
    await expect.poll(openAfterGc).toBeLessThan(2)
  })
})

test('a large file is read no further than the client reads', async () => {
  const root = folderWithLarge()
  const response = await new Application().pipe(serveStatic(root)).request('/large.bin')
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  expect(value?.byteLength).toBe(65_536)
  await reader?.cancel()
})

test('the response with a file that changes while it is sent ends in an error, never in a mixture of versions', async () => {
  const root = folderWithLarge()
  const response = await new Application().pipe(serveStatic(root)).request('/large.bin')
  writeFileSync(join(root, 'large.bin'), 'replaced')
  await expect(response.arrayBuffer()).rejects.toThrow('changed while it was sent')
})
