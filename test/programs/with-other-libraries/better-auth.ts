import { Application, json } from '@app/core'
import { mount } from '@app/mount'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'

const auth = betterAuth({
  baseURL: 'http://localhost',
  secret: 'a secret of the tests, with thirty-two characters',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
})

const app = new Application({ router: new FindMyWayRouter() })
app.pipe('/api/auth', mount(auth.handler))
app.get('/me', async ({ raw }) => {
  const session = await auth.api.getSession({ headers: raw.headers })
  return json({ email: session?.user.email ?? null })
})

export default app
