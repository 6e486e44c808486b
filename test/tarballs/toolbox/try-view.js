import { Application, html } from '@app/core'
import { markup } from '@app/view'

/** Escapes by place, refuses a program as a link, and streams what comes later. */
export async function tryView() {
  const late = Promise.resolve('<late>')
  const app = new Application().pipe(() =>
    html(markup`<p title="${'"'}">${['<', markup`<a href="${'javascript:x'}">${late}</a>`]}</p>`),
  )
  const answer = await app.fetch(new Request('https://localhost/'))
  return [await answer.text(), refusal(() => markup`<p class=${'x'}>y</p>`)]
}

function refusal(make) {
  try {
    return `${make()}`
  } catch (error) {
    return error.name
  }
}
