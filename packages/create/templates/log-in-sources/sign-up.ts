import { logIn } from '@app/authentication'
import { type RouteHandler, redirect } from '@app/core'
import { type Accounts, LONGEST } from './accounts.ts'
import { rememberDevice } from './device.ts'
import { type Email, isAddress } from './email.ts'
import { formPage, readForm } from './form.ts'

const FORM = { title: 'Sign up', isNew: true }

export const showSignUp: RouteHandler<'/sign-up'> = (request) => formPage(request, FORM) // if code
export const showSignUp: RouteHandler<'sign-up.show'> = (request) => formPage(request, FORM) // if not code

export function signUp(accounts: Accounts): RouteHandler<'/sign-up'> { // if code
export function signUp(accounts: Accounts): RouteHandler<'sign-up'> { // if not code
  return async (request) => {
    const { email, password } = await readForm(request)
    const problem = problemWith(email, password)
    if (problem !== undefined) return formPage(request, { ...FORM, email, problem })
    const account = await accounts.signUp(email, password)
    if (!account) return formPage(request, { ...FORM, email, problem: 'There is an account of this address.' })
    logIn(request, account)
    rememberDevice(request, account.id)
    return redirect('/account', 303)
  }
}
signUp.inject = ['accounts'] as const // if container

function problemWith(email: Email, password: string): string | undefined {
  if (!isAddress(email)) return 'This is not an address for mail.'
  if (password.length < 12) return 'Take 12 characters or more for the password.'
  return password.length > LONGEST ? `Take ${LONGEST} characters at most for the password.` : undefined
}
