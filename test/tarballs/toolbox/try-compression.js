import { compression } from '@app/compression'
import { Application, text } from '@app/core'

/** Compresses a long answer, except on Workers, and does not compress an answer whose `content-length` is small. */
export async function tryCompression() {
  const long = 'not lost '.repeat(1_000)
  const app = new Application().pipe(compression()).pipe(({ path }) => {
    return path === '/long' ? text(long) : text('short', { headers: { 'content-length': '5' } })
  })
  const ask = (path) => app.fetch(new Request(`https://localhost${path}`, { headers: { 'accept-encoding': 'gzip' } }))
  const answer = await ask('/long')
  const isGzip = answer.headers.get('content-encoding') === 'gzip'
  const body = isGzip ? answer.body.pipeThrough(new DecompressionStream('gzip')) : answer.body
  const onWorkers = globalThis.navigator?.userAgent === 'Cloudflare-Workers'
  return [isGzip !== onWorkers, (await new Response(body).text()) === long, await (await ask('/')).text()]
}
