import { Application, empty, HttpError } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { isSigned, signatureOf } from './webhook-signature.ts'

const SECRET = process.env.WEBHOOK_SECRET ?? 'whsec_b25seSBmb3IgdGhpcyBleGFtcGxl'
const TOLERANCE_SECONDS = 300

/** Ids that came already, since a sender repeats what it does not know to have arrived; a table in a program that lives on. */
const seen = new Set<string>()
export const events: unknown[] = []

const app = new Application({ router: new FindMyWayRouter() })

app.post('/webhooks', async (request) => {
  const header = (name: string) => request.headers.get(`webhook-${name}`) ?? ''
  // The octets are signed, and not what JSON makes of them.
  const body = await request.text()
  const [id, seconds] = [header('id'), Number(header('timestamp'))]
  const isRecent = Math.abs(Date.now() / 1_000 - seconds) <= TOLERANCE_SECONDS
  if (!isRecent || !isSigned(header('signature'), signatureOf(SECRET, id, seconds, body))) {
    throw new HttpError(401, 'The signature is wrong, or too old.')
  }
  // Keep the event and answer at once; a job does what follows from it.
  if (!seen.has(id)) events.push(JSON.parse(body))
  seen.add(id)
  return empty()
})

export default app
