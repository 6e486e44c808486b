import { type RouteHandler, redirect, type ServerRequest } from '@app/core'
import { type Form, form, markup, readForm } from '@app/view'
import * as z from 'zod'
import { page } from '../pages/page.ts'
import { type Accounts, NewPassword } from './accounts.ts'
import { formPage, NEW_PASSWORD } from './form.ts'
import type { PasswordLinks } from './password-links.ts'

const Sent = z.object({ password: NewPassword })

/** Shows the form behind a mailed link. That uses nothing up, since programs that scan mail open links. */
export function showNewPassword(links: PasswordLinks): RouteHandler<'/new-password'> { // if code
export function showNewPassword(links: PasswordLinks): RouteHandler<'new-password.show'> { // if not code
  return async (request) => {
    const link = await links.find(request, 'new-password')
    return link.isValid ? newPasswordPage(request, form({}, Sent)) : gone(request)
  }
}
showNewPassword.inject = ['password-links'] as const // if container

/** Sets the password of the account that the link is for, which ends its sessions and its other links. */
export function setPassword(accounts: Accounts, links: PasswordLinks): RouteHandler<'/new-password'> { // if code
export function setPassword(accounts: Accounts, links: PasswordLinks): RouteHandler<'new-password'> { // if not code
  return async (request) => {
    const link = await links.use(request, 'new-password')
    if (!link.isValid) return gone(request)
    const sent = await readForm(request, Sent)
    if (!sent.isValid) return newPasswordPage(request, sent.form)
    const isSet = await accounts.setPassword(link.subject, Number(link.version), sent.value.password)
    // Whoever used the address before its owner did may have linked a user of their own. // if authentication-oidc
    if (isSet) accounts.unlink(link.subject) // if authentication-oidc
    return isSet ? redirect('/log-in', 303) : gone(request)
  }
}
setPassword.inject = ['accounts', 'password-links'] as const // if container

function newPasswordPage(request: ServerRequest, form: Form): Response {
  return formPage(request, { title: 'Set a new password', form, fields: [NEW_PASSWORD] })
}

function gone(request: ServerRequest): Response {
  return page(request, {
    title: 'Too late',
    status: 410,
    main: markup`
      <h1>Too late</h1>
      <p class="lead">This link was used already, or is too old. <a href="/forgotten">Ask for another one.</a></p>`,
  })
}
