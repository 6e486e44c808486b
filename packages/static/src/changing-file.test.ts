import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { Application, createServer } from '@app/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runs } from '../../../test/programs/sampled.ts'
import { folder } from './folder.test.helper.ts'
import { sendFile, serveStatic } from './index.ts'

const QUIET = { onError: () => undefined }
/** The size of a file that is sent in several parts, in bytes. */
const SIZE = 2_000_000
/** The size of a file that the buffers of a connection do not hold, in bytes. */
const LARGER_THAN_BUFFERS = 30_000_000
/**
 * A time long ago: a change during the test then gets another time, also on a file system that stores times in full
 * seconds.
 */
const THEN = new Date('2020-01-01')

function folderWithOld(size = SIZE): string {
  const root = folder({ 'large.bin': Buffer.alloc(size, 'o') })
  utimesSync(join(root, 'large.bin'), THEN, THEN)
  return root
}

/** Replaces a file by one of another size. */
function replace(path: string): void {
  writeFileSync(`${path}.new`, Buffer.alloc(SIZE + 1, 'n'))
  renameSync(`${path}.new`, path)
}

/** Overwrites a part of a file, which keeps its length. */
function overwrite(path: string, position: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(1000, 'n'), 0, 1000, position)
  closeSync(file)
}

/** Reads the file `large.bin` from an application, and calls `change` after the first bytes have come. */
async function readWhile(app: Application, change: () => void): Promise<string> {
  const reader = (await app.request('/large.bin')).body?.getReader()
  let read = ''
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) return read
    if (read === '') change()
    read += new TextDecoder('latin1').decode(value)
  }
}

describe.each<[string, (root: string) => Application]>([
  ['serveStatic', (root) => new Application(QUIET).pipe(serveStatic(root))],
  ['sendFile', (root) => new Application(QUIET).pipe((request) => sendFile(request, join(root, 'large.bin')))],
])('files that change while %s() sends them', (_name, serving) => {
  test.each([
    ['at its beginning, which is already sent,', 0],
    ['in its middle', SIZE / 2],
    ['at its end', SIZE - 1000],
  ])('the response with a file that is overwritten %s ends in an error', async (_place, position) => {
    const root = folderWithOld()
    const read = readWhile(serving(root), () => overwrite(join(root, 'large.bin'), position))
    await expect(read).rejects.toThrow('changed while it was sent')
  })

  describe.each<[string, (path: string) => void]>([
    ['replaced by renaming another one', replace],
    [
      'renamed, and replaced',
      (path) => {
        renameSync(path, `${path}.old`)
        replace(path)
      },
    ],
    ['deleted', (path) => rmSync(path)],
  ])('a file that is %s', (_how, change) => {
    test('after its first bytes were sent is sent whole with its old content', async () => {
      const root = folderWithOld()
      expect(await readWhile(serving(root), () => change(join(root, 'large.bin')))).toBe('o'.repeat(SIZE))
    })

    test.each([
      ['whole', {}, 'o'.repeat(SIZE)],
      ['in the requested part', { range: 'bytes=100-299999' }, 'o'.repeat(299_900)],
    ])(
      'after its headers were made, and before its first bytes, is sent %s with its old content',
      async (_what, headers, content) => {
        const root = folderWithOld()
        const response = await serving(root).request('/large.bin', { headers })
        change(join(root, 'large.bin'))
        expect(await response.text()).toBe(content)
      },
    )
  })

  test('over HTTP, the response with a file that is overwritten while it is sent breaks off before the new bytes', async () => {
    const root = folderWithOld(LARGER_THAN_BUFFERS)
    const server = await createServer(serving(root)).listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => void server.close({ grace: 0 }))
    const url = `http://127.0.0.1:${server.address?.port}/large.bin`
    const [isComplete, text] = await new Promise<[boolean, string]>((resolve) => {
      get(url, (response) => {
        const chunks: Buffer[] = []
        response.once('data', () => overwrite(join(root, 'large.bin'), LARGER_THAN_BUFFERS - 1000))
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => undefined)
        response.on('close', () => resolve([response.complete, Buffer.concat(chunks).toString('latin1')]))
      })
    })
    expect([isComplete, text.includes('n')]).toEqual([false, false])
  })
})

test.runIf(process.platform === 'linux')(
  'serveStatic() sends no file from outside of its folder if an inner folder becomes a link during a request',
  async () => {
    const outside = folder({ 'inner/secret.txt': 'secret' })
    const root = folder({ 'inner/secret.txt': 'public' })
    const inner = join(root, 'inner')
    symlinkSync(join(outside, 'inner'), join(root, 'link'))
    mkdirSync(join(root, 'kept'))
    const app = new Application(QUIET).pipe(serveStatic(root))
    const swap = (isLink: boolean) => {
      renameSync(inner, join(root, isLink ? 'kept/inner' : 'link'))
      renameSync(join(root, isLink ? 'link' : 'kept/inner'), inner)
    }
    const told = new Set<string>()
    let isAsking = true
    const swapping = (async () => {
      for (let isLink = true; isAsking; isLink = !isLink) {
        swap(isLink)
        // The loop waits for a random number of turns of the event loop, so that the folder is replaced at any step of
        // answering a request.
        for (let turns = Math.random() * 8; turns > 0; turns--) await new Promise(setImmediate)
      }
    })()
    for (let round = 0; round < runs(3_000); round++) told.add(await (await app.request('/inner/secret.txt')).text())
    isAsking = false
    await swapping
    expect([told.has('public'), told.has('secret')]).toEqual([true, false])
  },
)
