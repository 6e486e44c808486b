import { identityOf } from '@app/authentication'
import type { OidcHandlers } from '@app/authentication-oidc' // if authentication-oidc
import type { RouteHandler } from '@app/core' // if not authentication-oidc
import type { RouteHandler, ServerRequest } from '@app/core' // if authentication-oidc
import { markup } from '@app/view' // if not authentication-oidc
import { type Markup, markup } from '@app/view' // if authentication-oidc
import { page } from '../pages/page.ts'
import type { Accounts } from './accounts.ts' // if authentication-oidc
import { linkToOthers } from './at-others.ts' // if authentication-oidc

// if authentication-oidc
/** Shows the account page of the logged-in visitor. */
export function accountPage(accounts: Accounts, others: OidcHandlers): RouteHandler<'account'> {
  return (request) => showAccount(request, linkToOthers(request, others, accounts.isLinked(identityOf(request).id)))
}
accountPage.inject = ['accounts', '@app/authentication-oidc'] as const

const showAccount = (request: ServerRequest, atOthers: Markup): Response =>
// end
// if not authentication-oidc
/** Shows the account page of the logged-in visitor. */
export const accountPage: RouteHandler<'/account'> = (request) => // if code
export const accountPage: RouteHandler<'account'> = (request) => // if not code
// end
  page(request, {
    title: 'Your account',
    main: markup`
      <h1>Your account</h1>
      <p class="lead">You are ${identityOf(request).email}.</p>
      ${atOthers} // if authentication-oidc
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
