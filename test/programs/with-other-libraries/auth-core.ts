import { Application } from '@app/core'
import { mount } from '@app/mount'
import { Auth, type AuthConfig } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'

const config: AuthConfig = {
  basePath: '/auth',
  secret: 'a secret of the tests, with thirty-two characters',
  trustHost: true,
  providers: [
    Credentials({
      credentials: { password: { type: 'password' } },
      authorize: ({ password }) => (password === 'tea' ? { id: '7', name: 'Ada' } : null),
    }),
  ],
}

export default new Application().pipe(
  '/auth',
  mount((request: Request) => Auth(request, config)),
)
