import { Application } from '@app/core'
import { mount } from '@app/mount'

/** Passes a request with its body to a mounted application, with the whole URL or with the part behind the prefix. */
export async function tryMount() {
  const echo = { fetch: async (request) => new Response(`${new URL(request.url).pathname} ${await request.text()}`) }
  const app = new Application().pipe('/a', mount(echo)).pipe('/b', mount(echo, { strip: true }))
  const post = async (path) => {
    const answer = await app.fetch(new Request(`https://localhost${path}`, { method: 'POST', body: 'x' }))
    return answer.text()
  }
  return [await post('/a/c'), await post('/b/c')]
}
