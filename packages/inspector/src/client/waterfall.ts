import type { ShownDetails, ShownStep } from '../shown.ts'
import { draw, el, fileLink, nothing, time } from './dom.ts'
import { shape } from './shape.ts'

/**
 * Shows the middleware and routes that a request has reached. The bar of each step shows the time in which the step
 * itself ran, and the time in which it waited for the steps after it.
 */
export function waterfall({ steps, duration = 0 }: ShownDetails): HTMLElement {
  if (steps.length === 0) return nothing('The request has reached no middleware.')
  const whole = Math.max(duration, ...steps.map(({ end = 0 }) => end), 0.001)
  return el('ol', { class: 'waterfall' }, ...steps.map((step, index) => row(step, steps[index + 1], whole)))
}

function row(step: ShownStep, next: ShownStep | undefined, whole: number): HTMLElement {
  const { kind, label, place, entry, link, depth, start, end, own, status, error, isCulprit, sets, reads, name } = step
  const key = entry?.key.replace(/^middleware_pipeline\.?/, '')
  const title = kind === 'route' ? [el('em', {}, 'route '), label] : label || name || place
  return el(
    'li',
    { class: isCulprit ? 'culprit' : '', 'data-depth': Math.min(depth, 12) },
    el(
      'div',
      { class: 'what' },
      el('b', {}, title),
      isCulprit
        ? el('strong', {}, ' threw')
        : status !== undefined && !isAnsweredBehind(step, next) && el('small', {}, ` answers ${status}`),
      el(
        'small',
        {},
        ' ',
        key !== undefined ? el('code', {}, key) : kind === 'middleware' && place,
        ' ',
        entry?.origin !== undefined && fileLink(link, entry.origin),
      ),
      sets.length > 0 &&
        el(
          'small',
          { class: 'sets' },
          'sets ',
          ...sets.map(([attribute, value], at) => [at > 0 && ', ', el('code', {}, attribute), ' = ', value]),
        ),
      reads.length > 0 && el('small', { class: 'sets' }, 'reads ', el('code', {}, reads.join(', '))),
      error !== undefined && isCulprit && el('small', { class: 'error' }, error),
    ),
    bar(start, end ?? whole, next !== undefined && next.depth > depth ? next : undefined, whole),
    el('span', { class: 'number' }, end === undefined ? 'not over' : `${time(own)} of ${time(end - start)}`),
  )
}

/**
 * Checks whether the next step, which this one has called, ended with the same status, and so has made the response.
 */
function isAnsweredBehind({ depth, status }: ShownStep, next: ShownStep | undefined): boolean {
  return next !== undefined && next.depth > depth && next.status === status
}

/** Draws the bar of a step: dark where the step itself runs, light where it waits for the steps after it. */
function bar(start: number, end: number, behind: ShownStep | undefined, whole: number): SVGElement {
  const at = (ms: number) => `${((ms / whole) * 100).toFixed(2)}%`
  const piece = (from: number, to: number, name: string) =>
    shape('rect', { x: at(from), y: 3, width: at(Math.max(to - from, whole / 400)), height: 8, rx: 1, class: name })
  const inner = behind && [behind.start, behind.end ?? end]
  return draw(
    shape(
      'svg',
      { class: 'bar', width: '100%', height: 14, 'aria-hidden': 'true' },
      piece(start, end, 'unreached'),
      ...(inner
        ? [piece(start, inner[0] as number, 'own'), piece(inner[1] as number, end, 'own')]
        : [piece(start, end, 'own')]),
    ),
  )
}
