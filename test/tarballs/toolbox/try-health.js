import { Application } from '@app/core'
import { health } from '@app/health'

/** Requests the probes: the program is ready with its database; without it, the program is live, but not ready. */
export async function tryHealth() {
  let isOpen = true
  const app = new Application().pipe(health({ checks: { database: async () => isOpen }, onChange: () => undefined }))
  const probe = async (path) => {
    const answer = await app.fetch(new Request(`https://localhost/health/${path}`))
    return `${answer.status} ${await answer.text()}`
  }
  const ready = await probe('ready')
  isOpen = false
  return [ready, await probe('live'), await probe('ready')]
}
