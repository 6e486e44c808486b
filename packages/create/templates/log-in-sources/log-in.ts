import { identityOf, logIn, logOut, returnPath } from '@app/authentication'
import { type RouteHandler, redirect, type ServerRequest } from '@app/core'
import { addressKey } from '@app/rate-limit'
import type { Accounts } from './accounts.ts'
import { DEVICE, rememberDevice } from './device.ts'
import { accountOf, formPage, readForm } from './form.ts'

const FORM = { title: 'Log in', isNew: false }

/**
 * The limits of guesses: for an IP address, and for an account, which may be guessed from many IP addresses. A browser
 * that has logged in to the account before has guesses of its own.
 */
export const guesses = [
  { limit: 10, window: 600, key: byDeviceOr(addressKey) },
  { limit: 20, window: 3_600, key: byDeviceOr(accountOf) },
]

type Key = (request: ServerRequest) => string | undefined | Promise<string | undefined>

function byDeviceOr(key: Key): Key {
  return async (request) => {
    const device = request.attribute(DEVICE)
    // Without a device, the limit for an IP address counts a request before its body is read.
    return device && device.email === (await accountOf(request)) ? device.name : key(request)
  }
}

export const showLogIn: RouteHandler<'/log-in'> = (request) => formPage(request, FORM) // if code
export const showLogIn: RouteHandler<'log-in.show'> = (request) => formPage(request, FORM) // if not code

/** Logs in a visitor with the right password, and redirects to the page that required the log-in, or to /account. */
export function enter(accounts: Accounts): RouteHandler<'/log-in'> { // if code
export function enter(accounts: Accounts): RouteHandler<'log-in'> { // if not code
  return async (request) => {
    const { email, password } = await readForm(request)
    const account = await accounts.withPassword(email, password)
    // The response does not reveal whether the account exists.
    if (!account) return formPage(request, { ...FORM, email, problem: 'The address or the password is wrong.' })
    logIn(request, account)
    rememberDevice(request, account.id)
    return redirect(returnPath(request, '/account'), 303)
  }
}
enter.inject = ['accounts'] as const // if container

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
