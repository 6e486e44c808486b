import { identityOf } from '@app/authentication'
import type { RouteHandler } from '@app/core'
import { markup } from '@app/view'
import { page } from '../pages/page.ts'

/** Shows the account page of the logged-in visitor. */
export const accountPage: RouteHandler<'/account'> = (request) => // if code
export const accountPage: RouteHandler<'account'> = (request) => // if not code
  page(request, {
    title: 'Your account',
    main: markup`
      <h1>Your account</h1>
      <p class="lead">You are ${identityOf(request).email}.</p>
      <form method="post" action="/log-out-everywhere">
        <p>Log out on all machines, this one included: <button>Log out everywhere</button></p>
      </form>
      // if transactions
      <form method="post" action="/close-account">
        <p>Delete the account and all that belongs to it: <button>Close the account</button></p>
      </form>
      // end
      `,
  })
