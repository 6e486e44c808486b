import { logIn, logOut, returnPath } from '@app/authentication'
import { type RequestHandler, redirect } from '@app/core'
import type { Accounts } from './accounts.ts'
import { formPage, readForm } from './form.ts'

const FORM = { title: 'Log in', isNew: false }

export const showLogIn: RequestHandler = (request) => formPage(request, FORM)

/** Lets in whoever knows the password, and goes on to the page that asked for it. */
export function enter(accounts: Accounts): RequestHandler {
  return async (request) => {
    const { email, password } = await readForm(request)
    const account = await accounts.withPassword(email, password)
    // Whether there is such an account is nobody's business.
    if (!account) return formPage(request, { ...FORM, email, problem: 'The address or the password is wrong.' })
    logIn(request, account)
    return redirect(returnPath(request, '/account'), 303)
  }
}
enter.inject = ['accounts'] as const // if container

export const leave: RequestHandler = (request) => {
  logOut(request)
  return redirect('/', 303)
}
