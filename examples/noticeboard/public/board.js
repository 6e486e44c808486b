// @ts-check
// Searches while the visitor types, and shows new notices as soon as others write them. Without scripts, the visitor
// sends the search form and reloads the page. Browsers load this file without a build; `npm run types` checks it.
import { createClient } from '@app/client'

/** @typedef {import('@app/client').Client<typeof import('../src/api/endpoints.ts')>} Api */
/** @typedef {import('zod').infer<typeof import('../src/notices/notice-schemas.ts').NoticeData>} Notice */

const board = /** @type {HTMLElement} */ (document.querySelector('#board'))
const list = /** @type {HTMLElement} */ (board.querySelector('ul'))
const found = /** @type {HTMLElement} */ (board.querySelector('[role="status"]'))
const pages = /** @type {HTMLElement | null} */ (document.querySelector('nav.pages'))
const search = /** @type {HTMLInputElement} */ (document.querySelector('#search'))
const { team = '', after } = board.dataset

/** @type {Promise<Api>} */
const api = fetch('/api/client.json')
  .then((response) => response.json())
  .then((endpoints) => createClient(endpoints))

let typing = new AbortController()
search.addEventListener('input', () => {
  typing.abort()
  typing = new AbortController()
  const { signal } = typing
  setTimeout(() => signal.aborted || find(search.value, signal), 200)
})
// The visitor may have typed a search before this script was loaded.
if (search.value !== search.defaultValue) search.dispatchEvent(new Event('input'))

/** @type {(words: string, signal: AbortSignal) => Promise<void>} */
async function find(words, signal) {
  try {
    const answer = await (await api).listNotices({ params: { team }, query: { search: words } }, { signal })
    if (answer.status !== 200) throw new Error(answer.data.detail)
    const { notices, count } = answer.data
    list.replaceChildren(...notices.map(itemOf))
    const rest = count > notices.length ? `, of which these are the newest ${notices.length}` : ''
    found.textContent = count === 0 ? 'Nothing found.' : `${count} found${rest}.`
    if (pages) pages.hidden = true
    // The URL keeps the search: a visitor who goes back from a notice to the board finds the same list.
    history.replaceState(null, '', `?${new URLSearchParams({ search: words })}`)
  } catch {
    if (!signal.aborted) found.textContent = 'The search gives no answer. “Find” tries again.'
  }
}

if (after !== undefined) {
  new EventSource(`/teams/${encodeURIComponent(team)}/news?after=${after}`).addEventListener('notice', ({ data }) => {
    const notice = JSON.parse(data)
    const isThere = [...list.querySelectorAll('a')].some((link) => link.getAttribute('href') === notice.url)
    if (search.value !== '' || isThere) return
    list.prepend(itemOf(notice))
    found.textContent = ''
  })
}

/** @type {(notice: Notice) => HTMLElement} */
function itemOf({ title, by, url, written }) {
  const item = document.createElement('li')
  const day = new Date(written * 1_000).toISOString().slice(0, 10)
  const link = Object.assign(document.createElement('a'), { href: url, textContent: title })
  item.append(link, Object.assign(document.createElement('small'), { textContent: `${by}, ${day}` }))
  return item
}
