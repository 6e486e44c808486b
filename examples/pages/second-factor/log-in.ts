import { identityOf, logIn, returnPath } from '@app/authentication'
import { HttpError, html, redirect, type ServerRequest, text } from '@app/core'
import { SESSION, sessionKey } from '@app/session'
import { findUser, knownUser } from '../logging-in/users.ts'
import { addFactor, hasFactor, newFactor, useCode } from './factors.ts'

/** A user whose password was right, and whose code is missing. Nothing but the form for the code reads this. */
const HALF = sessionKey<{ id: string; until: number }>('half a log-in')
const NEW_FACTOR = sessionKey<string>('new factor')

export async function enter(request: ServerRequest): Promise<Response> {
  const form = await request.formData()
  const user = await findUser(String(form.get('name')), String(form.get('password')))
  if (!user) return text('Wrong name or password.', { status: 422 })
  const target = returnPath(request)
  if (!hasFactor(user.id)) {
    logIn(request, user)
    return redirect(target, 303)
  }
  const visit = request.attribute(SESSION)
  visit.destroy() // somebody else may have been logged in before
  visit.set(HALF, { id: user.id, until: Date.now() + 300_000 })
  return redirect(`/log-in/code?return=${encodeURIComponent(target)}`, 303)
}

export async function enterCode(request: ServerRequest): Promise<Response> {
  const id = halfOf(request)
  const user = knownUser(id)
  if (!id || !user) return redirect('/log-in', 303)
  const code = String((await request.formData()).get('code'))
  if (!(await useCode(id, code))) return text('Wrong code, or one that was used before.', { status: 422 })
  request.attribute(SESSION).delete(HALF)
  logIn(request, user)
  return redirect(returnPath(request), 303)
}

/** Five guesses in an hour for a user: one in 70,000 is right. Only who has the password can use them up. */
export const guesses = { limit: 5, window: 3_600, key: halfOf }

function halfOf(request: ServerRequest): string | undefined {
  const half = request.attribute(SESSION).get(HALF)
  return half && half.until > Date.now() ? half.id : undefined
}

export async function showFactor(request: ServerRequest): Promise<Response> {
  const { id, name } = identityOf(request)
  const { sealed, uri } = await newFactor(id, name)
  request.attribute(SESSION).set(NEW_FACTOR, sealed)
  return text(uri) // a page shows it as a QR code, with a form for the first code
}

export async function confirmFactor(request: ServerRequest): Promise<Response> {
  const visit = request.attribute(SESSION)
  const sealed = visit.get(NEW_FACTOR)
  const code = String((await request.formData()).get('code'))
  if (!sealed || !(await addFactor(identityOf(request).id, sealed, code))) throw new HttpError(422, 'Wrong code.')
  visit.delete(NEW_FACTOR)
  return redirect('/account', 303)
}

export const codeForm = () =>
  html('<form method="post"><input name="code" inputmode="numeric" autocomplete="one-time-code"><button>')
