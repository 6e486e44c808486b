import type { RouteHandler, ServerRequest } from '@app/core'
import { LOGGER } from '@app/core/logging' // if not jobs
import type { Jobs } from '@app/jobs' // if jobs
import { type Form, form, markup, readForm } from '@app/view'
import * as z from 'zod'
import { page } from '../pages/page.ts'
import { Address } from './email.ts'
import { EMAIL, formPage } from './form.ts'
import { linkJob } from './link-job.ts' // if jobs
import type { MailLink } from './password-links.ts' // if not jobs

const Forgotten = z.object({ email: Address })

export const showForgotten: RouteHandler<'/forgotten'> = (request) => forgottenPage(request, form()) // if code
export const showForgotten: RouteHandler<'forgotten.show'> = (request) => forgottenPage(request, form()) // if not code

/** Mails a link to set a new password. */
export function forgotten(mailLink: MailLink): RouteHandler<'/forgotten'> { // if code
export function forgotten(mailLink: MailLink): RouteHandler<'forgotten'> { // if not code and not jobs
export function forgotten(jobs: Jobs): RouteHandler<'forgotten'> { // if jobs
  return async (request) => {
    const sent = await readForm(request, Forgotten)
    if (!sent.isValid) return forgottenPage(request, sent.form)
    // A job looks the account up, so that neither the text of the response nor its duration tells who has an account. // if jobs
    await jobs.add(linkJob, { email: sent.value.email }) // if jobs
    // if not jobs
    // The account is looked up after the response, so that neither its text nor its duration tells who has an account.
    setImmediate(() => {
      mailLink(sent.value.email).catch((error: unknown) =>
        request.attribute(LOGGER).error({ error }, 'A mail was not sent.'),
      )
    })
    // end
    return page(request, {
      title: 'Look into your mail',
      main: markup`
        <h1>Look into your mail</h1>
        <p class="lead">If the address has an account, a mail with a link is on its way.</p>`,
    })
  }
}
forgotten.inject = ['mail-link'] as const // if container and not jobs
forgotten.inject = ['@app/jobs'] as const // if jobs

function forgottenPage(request: ServerRequest, form: Form): Response {
  return formPage(request, { title: 'Set a new password', form, fields: [EMAIL] })
}
