import { createHash, randomBytes } from 'node:crypto'
import { type Authenticator, authentication, type Identity, identityOf } from '@app/authentication'
import { Application, HttpError, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** The owners of keys, by the digest of the key. A real program has them in a table, whose readers learn no key. */
const owners = new Map<string, Identity>()

const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Makes a key. It can be shown only now, since only its digest is kept. */
export function issueKey(owner: Identity): string {
  const key = `acme_${randomBytes(32).toString('base64url')}`
  owners.set(digestOf(key), owner)
  return key
}

export function revokeKey(key: string): void {
  owners.delete(digestOf(key))
}

const byKey: Authenticator = {
  authenticate(request) {
    const [, key] = /^Bearer +(acme_\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    if (key === undefined) return undefined
    const owner = owners.get(digestOf(key))
    if (!owner) throw new HttpError(401, 'The key is unknown, or was revoked.')
    return owner
  },
  challenge: () => 'Bearer realm="acme"',
}

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(authentication({ authenticators: [byKey] }))
app.get('/me', (request) => json(identityOf(request)))

export default app
