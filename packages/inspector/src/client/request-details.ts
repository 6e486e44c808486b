import type { ShownDetails } from '../shown.ts'
import { ask } from './ask.ts'
import { el, nothing, pairs, section, statusMark, table, time } from './dom.ts'
import { thrown } from './thrown.ts'
import { waterfall } from './waterfall.ts'

/** Shows all details of one request. */
export function requestDetails(details: ShownDetails): readonly HTMLElement[] {
  const { id, method, target, status, isAborted, duration, at, route, routeName, params, client, answer } = details
  const said = el('span', { role: 'status' })
  return [
    el(
      'header',
      {},
      el('h2', {}, el('b', {}, method), ' ', target),
      el('p', {}, statusMark(status, isAborted), ` ${time(duration)} at ${new Date(at).toLocaleTimeString()}`),
      el(
        'p',
        { class: 'actions' },
        el('button', { type: 'button', click: () => void again(id, said) }, 'Send again'),
        el('button', { type: 'button', click: () => void copy(details.curl, said) }, 'Copy as curl'),
        el('a', { href: `#pipeline/${encodeURIComponent(`${method} ${target}`)}` }, 'Its way'),
        el('a', { href: '#requests' }, 'Close'),
        said,
      ),
      details.missingBody !== undefined && el('p', { class: 'none' }, details.missingBody),
    ),
    reason(details),
    ...details.errors.map((error, index) => section(index === 0 ? 'Error' : 'Caused by', thrown(error))),
    section('Middleware', waterfall(details)),
    details.calls.length > 0 &&
      section(
        'Asked elsewhere',
        table(
          'Asked elsewhere',
          ['What', 'Result', 'Begins', 'Time'],
          details.calls.map(({ kind, text, result, start, duration: took }) =>
            el(
              'tr',
              {},
              el('td', {}, `${kind} `, el('code', {}, text)),
              el('td', {}, result ?? ''),
              el('td', { class: 'number' }, time(start)),
              el('td', { class: 'number' }, time(took)),
            ),
          ),
        ),
      ),
    section(
      'Route',
      route === undefined
        ? nothing('No route has matched.')
        : pairs([['path', route], ...(routeName ? ([['name', routeName]] as const) : []), ...params]),
    ),
    section(
      'Headers of the request',
      pairs([...(client ? ([['(client)', client]] as const) : []), ...details.headers]),
    ),
    section(
      'Answer',
      answer
        ? pairs([
            ...(answer.bytes === undefined ? [] : ([['(bytes)', String(answer.bytes)]] as const)),
            ...answer.headers,
          ])
        : nothing('The headers of this answer are not known.'),
    ),
  ].filter((part) => part !== false && part !== undefined)
}

function reason({ reason: text }: ShownDetails): HTMLElement | undefined {
  return text === undefined ? undefined : section('Why', el('p', { class: 'why' }, text))
}

async function again(id: number, said: HTMLElement): Promise<void> {
  try {
    const { id: repeated } = await ask<{ id?: number }>(`/requests/${id}/again`, 'POST')
    if (repeated !== undefined) location.hash = `#requests/${repeated}`
  } catch (error) {
    said.textContent = (error as Error).message
  }
}

async function copy(text: string, said: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    said.textContent = 'Copied.'
  } catch {
    said.replaceChildren(el('code', {}, text))
  }
}
