import type { ShownRoute } from '../pages/shown-routes.ts'
import { ask } from './ask.ts'
import { type Child, el, fileLink, nothing, show, table } from './dom.ts'

/** Shows the table of routes, with a search. */
export async function routes(main: HTMLElement, _argument: string, left: AbortSignal): Promise<void> {
  const all = await ask<readonly ShownRoute[]>('/routes')
  if (left.aborted) return
  const list = el('div')
  const filter = el('input', {
    ...{ type: 'search', id: 'find-route', placeholder: 'Search path, method, name, guard', 'aria-label': 'Search' },
    input: () => fill(),
  }) as HTMLInputElement
  const [first] = all
  const common = first?.always.filter((name) => all.every(({ always }) => always.includes(name))) ?? []
  const fill = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    const found = all.filter((route) => words.every((word) => JSON.stringify(route).toLowerCase().includes(word)))
    const rows = found.map((route) => row(route, common))
    show(
      list,
      el('p', { role: 'status' }, `${found.length} of ${all.length} routes`),
      rows.length > 0 ? table('Routes', COLUMNS, rows) : nothing('No route is like that.'),
    )
  }
  show(
    main,
    filter,
    common.length > 0 && el('p', { class: 'legend' }, 'In front of every route: ', el('code', {}, common.join(', '))),
    list,
  )
  fill()
}

const COLUMNS = ['Methods', 'Path', 'Handler', 'Also in front of it', 'From']

function row(route: ShownRoute, common: readonly string[]): HTMLElement {
  const { methods, path, name, handler, always, sometimes, tokens, metadata, entry, link } = route
  const isNamed = !name.startsWith('/')
  return el(
    'tr',
    {},
    el('td', { class: 'method' }, methods?.join(' ') ?? 'any'),
    el(
      'td',
      { class: 'target' },
      el('code', {}, ...pathParts(path)),
      isNamed && el('small', {}, ` ${name}`),
      data('tokens', tokens),
      data('metadata', metadata),
    ),
    el('td', {}, handler),
    el(
      'td',
      {},
      always.filter((guard) => !common.includes(guard)).join(', '),
      sometimes.length > 0 && el('small', {}, ` sometimes ${sometimes.join(', ')}`),
    ),
    el('td', {}, entry ? fileLink(link, entry.origin ?? entry.key) : 'code'),
  )
}

/** Writes a path with its placeholders emphasized. */
function pathParts(path: string): readonly Child[] {
  return path.split(/(\{[^}]*\})/).map((part) => (part.startsWith('{') ? el('mark', {}, part) : part))
}

function data(name: string, value: unknown): Child {
  return value !== undefined && el('small', { class: 'sets' }, `${name} `, el('code', {}, JSON.stringify(value)))
}
