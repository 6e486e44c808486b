import { writeFileSync } from 'node:fs'
import { Application } from '@app/core'
import { serveStatic } from '@app/static'

/** Requests a small file, also with `If-None-Match`, a large file, a range of it, and files outside of the folder. */
export async function tryStatic() {
  const folder = new URL('./served/', import.meta.url)
  writeFileSync(new URL('large.txt', folder), 'x'.repeat(200_000))
  const app = new Application().pipe(serveStatic(folder)).pipe(() => new Response('elsewhere', { status: 404 }))
  const ask = async (path, headers = {}) => {
    const answer = await app.fetch(new Request(`https://localhost${path}`, { headers }))
    const text = await answer.text()
    return `${answer.status} ${text.length > 99 ? text.length : text}`
  }
  return [
    await ask('/small.txt'),
    await ask('/large.txt'),
    await ask('/large.txt', { range: 'bytes=5-9' }),
    await ask('/small.txt', { 'if-none-match': '*' }),
    await ask('/..%2ftry-static.js'),
    await ask('/link.txt'),
  ]
}
