import { randomUUID } from 'node:crypto'
import { returnPath } from '@app/authentication'
import type { OidcHandlers, OidcIdentify } from '@app/authentication-oidc'
import type { ServerRequest } from '@app/core'
import { SESSION } from '@app/session'
import { type Markup, markup } from '@app/view'
import type { Accounts } from './accounts.ts'
import { rememberDevice } from './device.ts'
import { Address } from './email.ts'

/** What pages call the provider. */
const NAME = process.env.OIDC_NAME || 'single sign-on'

/**
 * Finds the account of a user of the provider, or makes one at the first log-in. To an account that exists, only the
 * visitor who has logged in to it can link a user.
 *
 * Nobody has proved that the address of an account is theirs. So an address links nothing, whatever the provider says
 * of it: otherwise a stranger could sign up with it, and wait for its owner.
 */
export function identifyUser(accounts: Accounts): OidcIdentify {
  return async ({ iss, sub, email }, request, { linkTo }) => {
    const known = accounts.ofUser(iss, sub)
    if (linkTo) {
      if (known && known.id !== linkTo.id) return `You have another account with this log-in of ${NAME}.`
      accounts.link(iss, sub, linkTo)
      return linkTo
    }
    const address = Address.safeParse(email)
    if (!known && !address.success) return `An account needs an address for mail, and ${NAME} has told none.`
    // Nobody knows this password. A mailed link sets another one.
    const account = known ?? (address.data && (await accounts.signUp(address.data, randomUUID())))
    if (!account) return `There is an account of your address. Log in to it, and link it to ${NAME} on its page.`
    accounts.link(iss, sub, account)
    rememberDevice(request, account.id)
    return account
  }
}
identifyUser.inject = ['accounts'] as const

/** The links of the log-in page to log in at others, and why the last log-in there failed. */
export function linksToOthers(request: ServerRequest, { providers }: OidcHandlers): Markup {
  const query = new URLSearchParams({ return: returnPath(request, '/account') })
  return markup`${notices(request)}
    ${providers.map((name) => markup`<p><a class="button" href="${`/log-in/${name}?${query}`}">Log in with ${NAME}</a></p>`)}`
}

/** The part of the account page that links the account to a user of the provider. */
export function linkToOthers(request: ServerRequest, { providers }: OidcHandlers, isLinked: boolean): Markup {
  if (isLinked) return markup`${notices(request)}<p>You can log in with ${NAME}.</p>`
  const forms = providers.map(
    (name) => markup`<form method="post" action="${`/log-in/${name}/link?return=/account`}">
        <p>Log in with ${NAME} from now on: <button>Link to ${NAME}</button></p>
      </form>`,
  )
  return markup`${notices(request)}${forms}`
}

function notices(request: ServerRequest): readonly Markup[] {
  const all = request.attribute(SESSION).flashes('notice')
  return all.map((notice) => markup`<p class="problem" role="alert">${notice}</p>`)
}
