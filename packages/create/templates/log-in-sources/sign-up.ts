import { logIn } from '@app/authentication'
import { type RouteHandler, redirect, type ServerRequest } from '@app/core'
import { type Form, form, markup, readForm } from '@app/view'
import * as z from 'zod'
import { type Accounts, NewPassword } from './accounts.ts'
import { rememberDevice } from './device.ts'
import { Address } from './email.ts'
import { EMAIL, formPage, NEW_PASSWORD } from './form.ts'

const SignUp = z.object({ email: Address, password: NewPassword })

export const showSignUp: RouteHandler<'/sign-up'> = (request) => signUpPage(request, form({}, SignUp)) // if code
export const showSignUp: RouteHandler<'sign-up.show'> = (request) => signUpPage(request, form({}, SignUp)) // if not code

export function signUp(accounts: Accounts): RouteHandler<'/sign-up'> { // if code
export function signUp(accounts: Accounts): RouteHandler<'sign-up'> { // if not code
  return async (request) => {
    const sent = await readForm(request, SignUp)
    if (!sent.isValid) return signUpPage(request, sent.form)
    const account = await accounts.signUp(sent.value.email, sent.value.password)
    if (!account) return signUpPage(request, sent.form.with({ email: 'There is an account of this address.' }))
    logIn(request, account)
    rememberDevice(request, account.id)
    return redirect('/account', 303)
  }
}
signUp.inject = ['accounts'] as const // if container

function signUpPage(request: ServerRequest, form: Form): Response {
  const below = markup`<p>You have an account? <a href="/log-in">Log in</a></p>`
  return formPage(request, { title: 'Sign up', form, fields: [EMAIL, NEW_PASSWORD], below })
}
