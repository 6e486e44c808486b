import type { ShownDetails, ShownRequest } from '../shown.ts'
import { ask } from './ask.ts'
import { el, nothing, show, statusMark, table, time } from './dom.ts'
import { live, onLive } from './live.ts'
import { requestDetails } from './request-details.ts'

/** Shows the list of requests, and beside it the details of the request that is open. */
export async function requests(main: HTMLElement, argument: string, left: AbortSignal): Promise<void> {
  const open = Number(argument)
  const known = main.querySelector<HTMLInputElement>('#filter')?.value ?? ''
  const list = el('div')
  const filter = el('input', {
    ...{ type: 'search', id: 'filter', placeholder: 'Filter by path, method, status or route', 'aria-label': 'Filter' },
    input: () => fill(),
  }) as HTMLInputElement
  filter.value = known
  const fill = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    const rows = [...live.values()].reverse().filter((request) => words.every((word) => textOf(request).includes(word)))
    const none = live.size === 0 ? 'No request yet. Send a request to the application.' : 'No request is like that.'
    // The list is drawn anew when rows are added, so the focus is put back on the row that had it.
    const at = list.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : undefined
    show(
      list,
      rows.length === 0
        ? nothing(none)
        : table(
            'Requests',
            COLUMNS,
            rows.map((request) => row(request, open)),
          ),
    )
    if (at) list.querySelector<HTMLElement>(`a[href="${CSS.escape(at)}"]`)?.focus()
  }
  const pane = el('article', { class: 'details', 'aria-label': 'The open request', tabindex: -1 })
  show(main, el('div', { class: open ? 'split' : '' }, el('div', { class: 'list' }, filter, list), open ? pane : null))
  fill()
  onLive(fill, left)
  if (!open) return
  pane.focus({ preventScroll: true })
  await fillPane(pane, open, left)
}

const COLUMNS = ['Method', 'Path', 'Route', 'Status', 'Time']

async function fillPane(pane: HTMLElement, id: number, left: AbortSignal): Promise<void> {
  try {
    const details = await ask<ShownDetails>(`/requests/${id}`)
    if (!left.aborted) show(pane, requestDetails(details))
  } catch {
    if (left.aborted) return
    const isRunning = live.get(id)?.duration === undefined && live.has(id)
    show(pane, nothing(isRunning ? 'This request is not over yet.' : 'This request is not kept any more.'))
    if (!isRunning) return
    const again = new AbortController()
    left.addEventListener('abort', () => again.abort(), { once: true })
    onLive(() => {
      if (live.get(id)?.duration === undefined) return
      again.abort()
      void fillPane(pane, id, left)
    }, again.signal)
  }
}

function textOf({ method, target, status, route, error }: ShownRequest): string {
  return [method, target, status, route, error].join(' ').toLowerCase()
}

function row(request: ShownRequest, open: number): HTMLElement {
  const { id, method, target, route, status, duration, isAborted, error, repeats } = request
  return el(
    'tr',
    { 'aria-selected': id === open },
    el('td', { class: 'method' }, method),
    el(
      'td',
      { class: 'target' },
      el('a', { href: `#requests/${id}` }, target),
      repeats !== undefined && el('small', {}, ` repeats ${repeats}`),
    ),
    el('td', { class: 'route' }, route ?? ''),
    el('td', {}, statusMark(status, isAborted), error !== undefined && el('small', { class: 'error' }, ' ', error)),
    el('td', { class: 'number' }, time(duration)),
  )
}
