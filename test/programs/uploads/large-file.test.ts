import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startCommand } from '../run-program.ts'

const MIB = 1_048_576

/** Uploads a file of random bytes, and returns its digest and the response of the server. */
async function upload(url: string, mebibytes: number): Promise<{ readonly sent: string; readonly saved: unknown }> {
  const hash = createHash('sha256')
  const piece = (text: string) => new TextEncoder().encode(text)
  async function* form() {
    yield piece('--x\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n')
    for (let i = 0; i < mebibytes * 16; i++) {
      const bytes = crypto.getRandomValues(new Uint8Array(MIB / 16))
      hash.update(bytes)
      yield bytes
    }
    yield piece('\r\n--x--\r\n')
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const init = { method: 'POST', body: ReadableStream.from(form()), headers, duplex: 'half' }
  const answer = await fetch(`${url}/albums`, init as RequestInit)
  return { saved: await answer.json(), sent: hash.digest('hex') }
}

test('a file of 100 MiB reaches the disk unchanged, and memory does not grow with its size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'albums-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(import.meta.dirname, 'albums.ts')
  const program = startCommand(process.execPath, [file, folder], { cwd: import.meta.dirname })
  const url = `http://127.0.0.1:${(await program.waitFor(/READY (\d+)/))[1]}`
  const memory = async () => Number(await (await fetch(`${url}/memory`)).text())
  // The memory after a first upload is compared with that after a larger one, since the garbage collector frees the
  // bytes of any upload only after a while.
  await upload(url, 40)
  const before = await memory()
  const { sent, saved } = await upload(url, 100)
  expect(saved).toEqual({ size: 100 * MIB, sha256: sent })
  expect((await memory()) - before).toBeLessThan(60 * MIB)
  expect(readdirSync(folder)).toEqual([])
})
