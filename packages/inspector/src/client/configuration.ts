import type { ShownLayer, ShownPart } from '../pages/shown-configuration.ts'
import { ask } from './ask.ts'
import { el, fileLink, nothing, show } from './dom.ts'

/** Shows the configuration as a tree; beside each value stand all layers of the configuration that have set it. */
export async function configuration(main: HTMLElement, _argument: string, left: AbortSignal): Promise<void> {
  const { parts } = await ask<{ readonly parts?: readonly ShownPart[] }>('/configuration')
  if (left.aborted) return
  if (parts === undefined)
    return show(main, nothing('The application is put together in code, so it has no configuration.'))
  const list = el('div', { class: 'tree' })
  const filter = el('input', {
    ...{ type: 'search', id: 'find-key', placeholder: 'Search key, value, file', 'aria-label': 'Search' },
    input: () => fill(),
  }) as HTMLInputElement
  const fill = () => {
    const word = filter.value.toLowerCase()
    const found = parts.filter((part) =>
      `${part.path.join('.')} ${JSON.stringify(part.layers)}`.toLowerCase().includes(word),
    )
    show(list, found.length === 0 ? nothing('Nothing is like that.') : branches(found, 0, word !== ''))
  }
  show(main, filter, list)
  fill()
}

function branches(parts: readonly ShownPart[], depth: number, isOpen: boolean): readonly HTMLElement[] {
  const byKey = new Map<string | number, ShownPart[]>()
  for (const part of parts) {
    const key = part.path[depth] as string | number
    byKey.set(key, [...(byKey.get(key) ?? []), part])
  }
  return Array.from(byKey, ([key, inside]) => {
    const [first] = inside as [ShownPart]
    if (inside.length === 1 && first.path.length === depth + 1) return leaf(String(key), first)
    const summary = el('summary', {}, String(key), el('small', {}, ` ${inside.length}`))
    return el(
      'details',
      { open: isOpen || inside.length <= FEW },
      summary,
      ...branches(
        inside.filter(({ path }) => path.length > depth + 1),
        depth + 1,
        isOpen,
      ),
    )
  })
}

/** A map of at most this many values is shown open; a larger one is opened by a click. */
const FEW = 8

function leaf(key: string, { layers }: ShownPart): HTMLElement {
  return el('div', { class: 'leaf' }, el('b', {}, key), el('ol', {}, ...layers.map(layer)))
}

function layer({ value, origin, link, variable }: ShownLayer, index: number): HTMLElement {
  return el(
    'li',
    { class: index === 0 ? '' : 'overridden' },
    el('code', {}, value),
    el(
      'small',
      {},
      ' ',
      origin !== undefined && fileLink(link, origin),
      variable !== undefined && ` variable ${variable}`,
      index > 0 && ', overridden',
    ),
  )
}
