import { Application, ErrorHandler, HttpError, html, reasonPhrase, redirect, type ServerRequest } from '@app/core'
import { csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session } from '@app/session'
import { csrfField, type Form, form, type Markup, markup, readForm } from '@app/view'
import { Note, Notes } from './notes.ts'

const notes = new Notes()
const secret = process.env.APP_SECRET ?? 'only for this example, and long enough'

export const inMarkup: Application = new Application({ router: new FindMyWayRouter() })

/** Error pages are for requests that were refused before they had a session, too. */
export const errorPages: ErrorHandler = new ErrorHandler({
  respond: (error, request) => {
    const status = HttpError.is(error) ? error.status : 500
    return html(layout(request, reasonPhrase(status), markup`<a href="/">Home</a>`), { status })
  },
})
inMarkup.pipe(errorPages).pipe(session({ secret })).pipe(csrf({ secret }))

function layout(request: ServerRequest, title: string, content: Markup): Markup {
  const notices = request.attribute(SESSION, undefined)?.flashes('notice') ?? []
  return markup`<!doctype html>
<html lang="en">
<title>${title}</title>
${notices.map((notice) => markup`<p role="status">${notice}</p>`)}
<main><h1>${title}</h1>${content}</main>
</html>`
}

inMarkup.get('/', (request) => {
  const items = notes.all().map(({ title, text }) => markup`<li><b>${title}</b> ${text}</li>`)
  return html(layout(request, 'Notes', markup`<ul>${items}</ul><a href="/new">New note</a>`))
})

async function formPage(request: ServerRequest, shown: Form, status = 200): Promise<Response> {
  const wrong = (name: string) => (shown.messages[name] ?? []).map((text) => markup`<em>${text}</em>`)
  const content = markup`<form method="post" action="/new">
  ${await csrfField(request)}
  <label>Title <input name="title" value="${shown.value('title')}">${wrong('title')}</label>
  <label>Text <textarea name="text">${shown.value('text')}</textarea></label>
  <button>Save</button>
</form>`
  return html(layout(request, 'New note', content), { status })
}

inMarkup.get('/new', (request) => formPage(request, form()))

inMarkup.post('/new', async (request) => {
  const sent = await readForm(request, Note)
  if (!sent.isValid) return formPage(request, sent.form, 422)
  if (notes.has(sent.value.title)) return formPage(request, sent.form.with({ title: 'This note is there.' }), 422)
  notes.add(sent.value)
  request.attribute(SESSION).flash('notice', 'Saved.')
  return redirect('/', 303)
})
