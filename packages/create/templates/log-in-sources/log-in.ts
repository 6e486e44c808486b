import { identityOf, logIn, logOut, returnPath } from '@app/authentication'
import { type RouteHandler, redirect } from '@app/core'
import type { Accounts } from './accounts.ts'
import { accountOf, formPage, readForm } from './form.ts'

const FORM = { title: 'Log in', isNew: false }

/** How many guesses there are: for an address, and for an account that is guessed from many addresses. */
export const guesses = [
  { limit: 10, window: 600 },
  { limit: 20, window: 3_600, key: accountOf },
]

export const showLogIn: RouteHandler<'/log-in'> = (request) => formPage(request, FORM) // if code
export const showLogIn: RouteHandler<'log-in.show'> = (request) => formPage(request, FORM) // if not code

/** Lets in visitors who know the password, and goes on to the page that asked for it. */
export function enter(accounts: Accounts): RouteHandler<'/log-in'> { // if code
export function enter(accounts: Accounts): RouteHandler<'log-in'> { // if not code
  return async (request) => {
    const { email, password } = await readForm(request)
    const account = await accounts.withPassword(email, password)
    // The answer does not tell whether there is such an account.
    if (!account) return formPage(request, { ...FORM, email, problem: 'The address or the password is wrong.' })
    logIn(request, account)
    return redirect(returnPath(request, '/account'), 303)
  }
}
enter.inject = ['accounts'] as const // if container

export const leave: RouteHandler<'/log-out'> = (request) => { // if code
export const leave: RouteHandler<'log-out'> = (request) => { // if not code
  logOut(request)
  return redirect('/', 303)
}

/** Ends all sessions of the account, on whatever machine they are. */
export function leaveEverywhere(accounts: Accounts): RouteHandler<'/log-out-everywhere'> { // if code
export function leaveEverywhere(accounts: Accounts): RouteHandler<'log-out-everywhere'> { // if not code
  return (request) => {
    accounts.logOutEverywhere(identityOf(request).id)
    return leave(request)
  }
}
leaveEverywhere.inject = ['accounts'] as const // if container
