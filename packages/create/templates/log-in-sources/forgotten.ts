import type { RouteHandler, ServerRequest } from '@app/core'
import { LOGGER } from '@app/core/logging'
import { type Form, form, markup, readForm } from '@app/view'
import * as z from 'zod'
import { page } from '../pages/page.ts'
import { Address } from './email.ts'
import { EMAIL, formPage } from './form.ts'
import type { MailLink } from './password-links.ts'

const Forgotten = z.object({ email: Address })

export const showForgotten: RouteHandler<'/forgotten'> = (request) => forgottenPage(request, form()) // if code
export const showForgotten: RouteHandler<'forgotten.show'> = (request) => forgottenPage(request, form()) // if not code

/** Mails a link to set a new password. */
export function forgotten(mailLink: MailLink): RouteHandler<'/forgotten'> { // if code
export function forgotten(mailLink: MailLink): RouteHandler<'forgotten'> { // if not code
  return async (request) => {
    const sent = await readForm(request, Forgotten)
    if (!sent.isValid) return forgottenPage(request, sent.form)
    // The account is looked up after the response, so that neither its text nor its duration tells who has an account.
    setImmediate(() => {
      mailLink(sent.value.email).catch((error: unknown) =>
        request.attribute(LOGGER).error({ error }, 'A mail was not sent.'),
      )
    })
    return page(request, {
      title: 'Look into your mail',
      main: markup`
        <h1>Look into your mail</h1>
        <p class="lead">If the address has an account, a mail with a link is on its way.</p>`,
    })
  }
}
forgotten.inject = ['mail-link'] as const // if container

function forgottenPage(request: ServerRequest, form: Form): Response {
  return formPage(request, { title: 'Set a new password', form, fields: [EMAIL] })
}
