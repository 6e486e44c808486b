import { type Authenticator, authentication } from '@app/authentication'
import { Application, HttpError } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import jwt from 'jsonwebtoken'

const SECRET = 'superSecret'

const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })

const tokens: Authenticator = {
  authenticate(request) {
    const [scheme, token] = request.headers.get('authorization')?.split(' ') ?? []
    if (scheme !== 'Token') return undefined
    try {
      const { sub } = jwt.verify(token, SECRET, { algorithms: ['HS256'] })
      return sub ? { id: sub } : undefined
    } catch (cause) {
      throw new HttpError(401, 'The token is not valid', { cause })
    }
  },
  challenge: () => 'Token',
}

app.pipe(authentication({ authenticators: [tokens] }))

export default app
