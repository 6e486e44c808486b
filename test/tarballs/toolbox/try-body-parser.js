import { bodyParser, formBody, jsonBody, multipartBody, PARSED_BODY, readBody } from '@app/body-parser'
import { Application, BODY_LIMIT, json, text } from '@app/core'
import { Rou3Router } from '@app/router-rou3'

/** Parses JSON, a form, a multipart form and a compressed body; refuses a poisoned key and a body beyond the limit. */
export async function tryBodyParser() {
  const app = new Application({ router: new Rou3Router(), onError: () => undefined })
  app.pipe('/parsed', bodyParser({ strategies: [jsonBody, formBody, multipartBody] }))
  app.post('/parsed', (request) => json(request.attribute(PARSED_BODY)))
  app.post('/read', async (request) => text(String((await readBody(request)).length))).set(BODY_LIMIT, 5)
  const post = async (path, body, headers) => {
    const init = { method: 'POST', body, headers }
    const response = await app.fetch(new Request(`https://localhost${path}`, init))
    return `${response.status} ${await response.text()}`
  }
  const multipart = new FormData()
  multipart.append('title', 'ü')
  const gzip = new Response('{"a":2}').body.pipeThrough(new CompressionStream('gzip'))
  const zipped = await new Response(gzip).arrayBuffer()
  const type = { 'content-type': 'application/json' }
  return [
    await post('/parsed', '{"a":1}', type),
    await post('/parsed', new URLSearchParams('b=1&b=ü')),
    await post('/parsed', multipart),
    await post('/parsed', zipped, { ...type, 'content-encoding': 'gzip' }),
    await post('/parsed', '{"__proto__":1}', type),
    await post('/read', 'hello'),
    await post('/read', 'hello!'),
  ]
}
