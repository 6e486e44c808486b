import { Application, HttpError, json, text } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { i18n, LOCALE, translate, translatedProblem, zodMessages } from '@app/i18n'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import * as z from 'zod'
import { de } from 'zod/locales'
import { catalogues } from './texts.ts'

const createNote = endpoint({
  method: 'POST',
  path: '/notes',
  body: z.object({ title: z.string('note.title-missing').min(1, 'note.title-missing').max(100), size: z.int() }),
  responses: { 201: z.object({ title: z.string() }) },
})

const app: Application = new Application({ router: new FindMyWayRouter() })
app.pipe(i18n({ catalogues, timeZone: 'Europe/Vienna', validation: [zodMessages({ de: de() })] }))
app.pipe(problemDetails({ details: translatedProblem }))

app.get('/welcome/{name}/{count:\\d+}', (request) => {
  const t = translate(request)
  const { name, count } = request.params
  const notes = t('site.notes', { count: Number(count), day: new Date('2026-03-01T12:00:00Z') })
  return text(`${t('site.welcome', { name })} ${notes}`)
})

app.route(
  implement(createNote, ({ body, request }) => {
    const { title } = body
    if (title === 'Tea') throw new HttpError(409, translate(request)('note.taken', { title }), { expose: true })
    return { title }
  }),
)

app.post('/language/{code}', (request) => {
  const cookie = `locale=${encodeURIComponent(request.params.code)}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`
  return new Response(null, { status: 303, headers: { location: '/language', 'set-cookie': cookie } })
})

app.get('/language', (request) => json({ language: request.attribute(LOCALE).code }))

export default app
