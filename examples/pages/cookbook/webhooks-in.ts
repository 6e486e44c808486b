import { Application, empty, HttpError } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { isSigned, signatureOf } from './webhook-signature.ts'

const SECRET = process.env.WEBHOOK_SECRET ?? 'whsec_b25seSBmb3IgdGhpcyBleGFtcGxl'
const TOLERANCE_SECONDS = 300

/**
 * The ids of the events that have arrived: a sender repeats a delivery that gets no response. A real program keeps the
 * ids in a table.
 */
const seen = new Set<string>()
export const events: unknown[] = []

const app = new Application({ router: new FindMyWayRouter() })

app.post('/webhooks', async (request) => {
  const header = (name: string) => request.headers.get(`webhook-${name}`) ?? ''
  // The signature is over the bytes, not over the parsed JSON.
  const body = await request.text()
  const [id, seconds] = [header('id'), Number(header('timestamp'))]
  const isRecent = Math.abs(Date.now() / 1_000 - seconds) <= TOLERANCE_SECONDS
  if (!isRecent || !isSigned(header('signature'), signatureOf(SECRET, id, seconds, body))) {
    throw new HttpError(401, 'The signature is wrong, or too old.')
  }
  // Keep the event and answer at once; a job does the work.
  if (!seen.has(id)) events.push(JSON.parse(body))
  seen.add(id)
  return empty()
})

export default app
