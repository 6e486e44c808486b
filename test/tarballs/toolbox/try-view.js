import { Application, html } from '@app/core'
import { markup, readForm } from '@app/view'

/**
 * Escapes values in texts and attributes, replaces a `javascript:` URL of a link, streams a value that comes late,
 * shows a form again with its value and its message, and refuses an attribute value without quotes.
 */
export async function tryView() {
  const late = Promise.resolve('<late>')
  const app = new Application().pipe(() =>
    html(markup`<p title="${'"'}">${['<', markup`<a href="${'javascript:x'}">${late}</a>`]}</p>`),
  )
  const answer = await app.fetch(new Request('https://localhost/'))
  return [await answer.text(), await tryForm(), refusal(() => markup`<p class=${'x'}>y</p>`)]
}

const schema = { '~standard': { validate: () => ({ issues: [{ path: ['title'], message: 'Too short.' }] }) } }

async function tryForm() {
  const app = new Application().pipe(async (request) => {
    const { form } = await readForm(request, schema)
    return html(markup`<input name="title" value="${form.value('title')}">${form.messages.title}`, { status: 422 })
  })
  const body = new URLSearchParams({ title: '"', password: 'x' })
  const answer = await app.fetch(new Request('https://localhost/', { method: 'POST', body }))
  return `${answer.status} ${await answer.text()}`
}

function refusal(make) {
  try {
    return `${make()}`
  } catch (error) {
    return error.code
  }
}
