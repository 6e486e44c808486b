import { el } from './dom.ts'

/** The status with a colour, which is not all that says it. */
export function statusMark(status: number | undefined, isAborted?: boolean): HTMLElement {
  const kind = status === undefined ? 'none' : `s${Math.floor(status / 100)}`
  return el('span', { class: `status ${kind}` }, status ?? '…', isAborted && ' aborted')
}
