import { Application, text } from '@app/core'
import { deliver, sign, WEBHOOK, webhook } from '@app/webhooks'

/** Receives a webhook that was signed here, refuses it with another body, and delivers one by `fetch`. */
export async function tryWebhooks() {
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
  const app = new Application({ onError: () => undefined }).pipe(webhook({ secrets })).pipe(async (request) => {
    return text(`${request.attribute(WEBHOOK).id} ${await request.text()}`)
  })
  const headers = await sign(secrets, { id: 'msg_1', body: 'ü' })
  const ask = async (body) => {
    const answer = await app.fetch(new Request('https://localhost/', { method: 'POST', headers, body }))
    return `${answer.status} ${await answer.text()}`
  }
  const fetch = (url, init) => app.fetch(new Request(url, init))
  const delivered = await deliver({ url: 'https://localhost/', secrets }, { id: 'msg_2', payload: 'ü' }, { fetch })
  return [await ask('ü'), await ask('u'), `${delivered.status} ${delivered.body}`]
}
