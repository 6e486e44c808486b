import type { ShownService } from '../pages/shown-services.ts'
import { ask } from './ask.ts'
import { draw, el, nothing, section, show, table, time } from './dom.ts'
import { graph } from './graph.ts'

/** Shows the services that the configuration names: which services need which others, and which were made. */
export async function services(main: HTMLElement, _argument: string, left: AbortSignal): Promise<void> {
  const { all } = await ask<{ readonly all?: readonly ShownService[] }>('/services')
  if (left.aborted) return
  if (all === undefined)
    return show(main, nothing('The application is put together in code, so it has no list of services.'))
  const picture = graph(all)
  show(
    main,
    picture && section('Who needs whom', el('div', { class: 'scrolls', tabindex: 0 }, draw(picture))),
    section('All services', table('Services', COLUMNS, all.map(row))),
    el('p', { class: 'legend' }, 'Times are known of services that were made since the inspector started.'),
  )
}

const COLUMNS = ['Name', 'Kind', 'Made', 'For', 'Needs']

function row(service: ShownService): HTMLElement {
  const { name, kind, target, delegators, isShared, isEager, needs, madeAt, duration, madeFor, hasFailed } = service
  const more = [
    target !== undefined && `of ${target}`,
    delegators > 0 && `delegated (${delegators})`,
    !isShared && 'not shared',
    isEager && 'eager',
  ]
  const made = madeAt === undefined ? '' : `${new Date(madeAt).toLocaleTimeString()}, in ${time(duration)}`
  return el(
    'tr',
    {},
    el('td', {}, el('code', {}, name)),
    el('td', {}, [kind, ...more.filter(Boolean)].join(', ')),
    el('td', {}, hasFailed ? el('span', { class: 'error' }, 'failed') : made),
    el('td', {}, madeFor ?? (madeAt === undefined ? '' : 'the program')),
    el('td', {}, needs.join(', ')),
  )
}
