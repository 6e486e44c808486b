import { Application, ErrorHandler, HttpError, text } from '@app/core'
import { developmentErrorResponder, maskText, reasonToHide, thrownErrors } from '@app/development'

/** Outside of development, answers an error without its details; masks a secret in a text and in an error. */
export async function tryDevelopment() {
  const respond = developmentErrorResponder((error) => text('sorry', { status: HttpError.is(error) ? 400 : 500 }))
  const app = new Application({ onError: () => undefined }).pipe(new ErrorHandler({ respond, listeners: [] }))
  app.pipe('/hidden', (request) => text(String(reasonToHide(request, []))))
  app.pipe(() => {
    throw new Error('postgres://ada:tea@db.example')
  })
  const failed = await app.fetch(new Request('https://localhost/'))
  const hidden = await app.fetch(new Request('https://evil.example/hidden'))
  const [{ message }] = thrownErrors(new Error('postgres://ada:tea@db.example'))
  return [`${failed.status} ${await failed.text()}`, await hidden.text(), maskText('token=abcdefgh'), message]
}
