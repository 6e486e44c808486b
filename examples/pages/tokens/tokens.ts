import { authentication, basicAuthenticator, bearerAuthenticator, type Identity, identityOf } from '@app/authentication'
import { hashPassword, isPassword } from '@app/authentication/passwords'
import { Application, empty, HttpError, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SignJWT } from 'jose'

interface Account extends Identity {
  readonly hash: string
  /** Tokens with an older version are worthless. */
  version: number
}

/** The accounts by their ids. A real program has them in a table. */
const accounts = new Map<string, Account>([
  ['ada', { id: 'ada', name: 'Ada', hash: await hashPassword('correct horse battery'), version: 1 }],
])

const secret = process.env.TOKEN_SECRET ?? 'only for the tests of this page, 32 characters'
const issuer = 'https://notes.example'
const audience = 'https://notes.example/api'

export function issueToken({ id, version }: Account): Promise<string> {
  return new SignJWT({ version })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(id)
    .setExpirationTime('15 minutes')
    .sign(new TextEncoder().encode(secret))
}

function accountOf(id: string): Account {
  const account = accounts.get(id)
  if (!account) throw new HttpError(401, `There is no account "${id}" any more.`)
  return account
}

const byPassword = basicAuthenticator({
  check: async (id, password) => ((await isPassword(password, accounts.get(id)?.hash)) ? accountOf(id) : undefined),
})
const byToken = bearerAuthenticator({
  secret,
  issuer,
  audience,
  identify({ sub = '', version }) {
    const account = accounts.get(sub)
    return account?.version === version ? account : undefined
  },
})

const app = new Application({ router: new FindMyWayRouter() })
app.pipe('/tokens', authentication({ authenticators: [byPassword], required: true }))
app.pipe('/api', authentication({ authenticators: [byToken], required: true }))
app.post('/tokens', async (request) => json({ token: await issueToken(accountOf(identityOf(request).id)) }))
app.get('/api/me', (request) => json({ name: identityOf(request).name }))
app.delete('/api/tokens', (request) => {
  accountOf(identityOf(request).id).version += 1
  return empty()
})

export default app
