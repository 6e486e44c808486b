import { markup } from '@app/view'
import { html } from 'hono/html'
import { measure, print } from './measure.mjs'

/**
 * A table of 1,000 rows, each with a number in an attribute, a string that needs no escaping, and a string that has to
 * be escaped.
 */
const rows = Array.from({ length: 1_000 }, (_, id) => ({
  id,
  name: `a thing of the shop ${id}`,
  note: `red & blue ${id}`,
}))

const REFERENCES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (value) => {
  const text = String(value)
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => REFERENCES[character]) : text
}
const byHand = ({ id, name, note }) =>
  `<tr id="r${escaped(id)}"><td>${escaped(name)}</td><td>${escaped(note)}</td></tr>`

const pages = {
  'a template literal that escapes by hand': () => `<table>${rows.map(byHand).join('')}</table>`,
  markup: () =>
    String(
      markup`<table>${rows.map(({ id, name, note }) => markup`<tr id="r${id}"><td>${name}</td><td>${note}</td></tr>`)}</table>`,
    ),
  'hono/html': () =>
    String(
      html`<table>${rows.map(({ id, name, note }) => html`<tr id="r${id}"><td>${name}</td><td>${note}</td></tr>`)}</table>`,
    ),
}
const texts = new Set(Object.values(pages).map((page) => page()))
if (texts.size > 1) throw new Error('The pages differ')
print('a view of 1,000 rows', await measure(pages, { calls: 200 }))
