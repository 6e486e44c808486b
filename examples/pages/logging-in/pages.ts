import { type Identity, identityOf, logIn, logOut, returnPath } from '@app/authentication'
import { html, redirect, type ServerRequest, text } from '@app/core'
import { addUser, findUser } from './users.ts'

const FORM = html.bind(
  undefined,
  '<form method="post"><input name="name"><input name="password" type="password"><button>',
)

export const home = () => text('For everybody.')
export const form = () => FORM()

export async function signUp(request: ServerRequest): Promise<Response> {
  const [name, password] = await filledIn(request)
  if (name === '' || password.length < 12) return text('A name, and a password of 12 characters.', { status: 422 })
  return welcome(request, await addUser(name, password, []), 'Somebody has this name.')
}

export async function enter(request: ServerRequest): Promise<Response> {
  return welcome(request, await findUser(...(await filledIn(request))), 'Wrong name or password.')
}

export function leave(request: ServerRequest): Response {
  logOut(request)
  return redirect('/', 303)
}

export const account = (request: ServerRequest) => text(`You are ${identityOf(request).name}.`)
export const reports = () => text('All is well.')
export const notes = (request: ServerRequest) => text(`Notes of ${request.params.owner}.`)

function welcome(request: ServerRequest, identity: Identity | undefined, problem: string): Response {
  if (!identity) return text(problem, { status: 422 })
  logIn(request, identity)
  return redirect(returnPath(request, '/account'), 303)
}

async function filledIn(request: ServerRequest): Promise<[name: string, password: string]> {
  const fields = await request.formData()
  return [String(fields.get('name') ?? ''), String(fields.get('password') ?? '')]
}
