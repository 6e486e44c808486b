import { identityOf, logIn, logOut, returnPath } from '@app/authentication'
import type { OidcHandlers } from '@app/authentication-oidc' // if authentication-oidc
import { type RouteHandler, redirect, type ServerRequest } from '@app/core'
import { type Form, form, markup, readForm } from '@app/view'
import * as z from 'zod'
import type { Accounts } from './accounts.ts'
import { linksToOthers } from './at-others.ts' // if authentication-oidc
import { rememberDevice } from './device.ts'
import { Address } from './email.ts'
import { EMAIL, formPage, PASSWORD } from './form.ts'

const LogIn = z.object({ email: Address, password: z.string() })

export const showLogIn: RouteHandler<'/log-in'> = (request) => logInPage(request, form()) // if code
export const showLogIn: RouteHandler<'log-in.show'> = (request) => logInPage(request, form()) // if not code and not authentication-oidc
// if authentication-oidc
export function showLogIn(others: OidcHandlers): RouteHandler<'log-in.show'> {
  return (request) => logInPage(request, form(), others)
}
showLogIn.inject = ['@app/authentication-oidc'] as const
// end

/** Logs in a visitor with the right password, and redirects to the page that required the log-in, or to /account. */
export function enter(accounts: Accounts): RouteHandler<'/log-in'> { // if code
export function enter(accounts: Accounts): RouteHandler<'log-in'> { // if not code and not authentication-oidc
export function enter(accounts: Accounts, others: OidcHandlers): RouteHandler<'log-in'> { // if authentication-oidc
  return async (request) => {
    const sent = await readForm(request, LogIn)
    if (!sent.isValid) return logInPage(request, sent.form) // if not authentication-oidc
    if (!sent.isValid) return logInPage(request, sent.form, others) // if authentication-oidc
    const account = await accounts.withPassword(sent.value.email, sent.value.password)
    // The response does not reveal whether the account exists.
    const refused = sent.form.with({ password: 'The address or the password is wrong.' })
    if (!account) return logInPage(request, refused) // if not authentication-oidc
    if (!account) return logInPage(request, refused, others) // if authentication-oidc
    logIn(request, account)
    rememberDevice(request, account.id)
    return redirect(returnPath(request, '/account'), 303)
  }
}
enter.inject = ['accounts'] as const // if container and not authentication-oidc
enter.inject = ['accounts', '@app/authentication-oidc'] as const // if authentication-oidc

export const leave: RouteHandler<'/log-out'> = (request) => { // if code
export const leave: RouteHandler<'log-out'> = (request) => { // if not code
  logOut(request)
  return redirect('/', 303)
}

/** Ends all sessions of the account, on all devices. */
export function leaveEverywhere(accounts: Accounts): RouteHandler<'/log-out-everywhere'> { // if code
export function leaveEverywhere(accounts: Accounts): RouteHandler<'log-out-everywhere'> { // if not code
  return (request) => {
    accounts.logOutEverywhere(identityOf(request).id)
    return leave(request)
  }
}
leaveEverywhere.inject = ['accounts'] as const // if container

function logInPage(request: ServerRequest, form: Form): Response { // if not authentication-oidc
function logInPage(request: ServerRequest, form: Form, others: OidcHandlers): Response { // if authentication-oidc
  const below = markup`
    ${linksToOthers(request, others)} // if authentication-oidc
    <p>No account yet? <a href="/sign-up">Sign up</a></p>
    <p><a href="/forgotten">You forgot the password?</a></p>`
  return formPage(request, { title: 'Log in', form, fields: [EMAIL, PASSWORD], below })
}
