import type { ShownService } from '../pages/shown-services.ts'
import { ask } from './ask.ts'
import { el, nothing, show, table } from './dom.ts'

/** The services that the configuration names. */
export async function services(main: HTMLElement, _argument: string, left: AbortSignal): Promise<void> {
  const { all } = await ask<{ readonly all?: readonly ShownService[] }>('/services')
  if (left.aborted) return
  if (all === undefined)
    return show(main, nothing('The application is put together in code, so it has no list of services.'))
  show(main, table('Services', ['Name', 'Kind', 'Needs'], all.map(row)))
}

function row({ name, kind, target, delegators, isShared, isEager, needs }: ShownService): HTMLElement {
  const more = [
    target && `of ${target}`,
    delegators > 0 && `delegated (${delegators})`,
    !isShared && 'not shared',
    isEager && 'eager',
  ]
  return el(
    'tr',
    {},
    el('td', {}, el('code', {}, name)),
    el('td', {}, [kind, ...more.filter(Boolean)].join(', ')),
    el('td', {}, needs.join(', ')),
  )
}
