import type { ShownJob, ShownJobs } from '../pages/shown-jobs.ts'
import { ask } from './ask.ts'
import { el, nothing, section, show, table } from './dom.ts'
import { thrown } from './thrown.ts'

/** Shows the jobs that have failed for good, with buttons, and those that run and wait; anew every two seconds. */
export async function jobs(main: HTMLElement, _argument: string, left: AbortSignal): Promise<void> {
  const said = el('p', { role: 'status', class: 'legend' }, 'The newest jobs come first. Their data are not shown.')
  const list = el('div')
  let known = ''
  const fill = async () => {
    const found = await ask<Partial<ShownJobs> & { readonly problem?: string }>('/jobs')
    const text = JSON.stringify(found)
    if (left.aborted || text === known) return
    known = text
    // The list is drawn anew, so the focus is put back on the button that had it.
    const at = list.contains(document.activeElement) ? document.activeElement?.id : undefined
    show(list, ...(found.problem === undefined ? parts(found, change) : [nothing(found.problem)]))
    if (at) (document.getElementById(at) ?? main).focus()
  }
  const change = async (job: ShownJob, action: Action) => {
    try {
      await ask(`/jobs/${job.id}/${action}`, 'POST')
      said.textContent = `${job.name} ${action === 'retry' ? 'runs again.' : 'was dropped.'}`
    } catch (error) {
      said.textContent = (error as Error).message
    }
    await fill().catch(() => undefined)
  }
  await fill()
  if (left.aborted) return
  show(main, said, list)
  // While the server is away, the page keeps what it has shown.
  const timer = setInterval(() => void fill().catch(() => undefined), 2_000)
  left.addEventListener('abort', () => clearInterval(timer), { once: true })
}

type Action = 'retry' | 'remove'
type Change = (job: ShownJob, action: Action) => Promise<void>

function parts({ counts = {}, failed = [], running = [], waiting = [] }: Partial<ShownJobs>, change: Change) {
  const title = (name: string, state: string, shown: readonly ShownJob[]) => {
    const count = counts[state] ?? 0
    return count > shown.length ? `${name}: ${count}, of which the newest are shown` : `${name}: ${shown.length}`
  }
  return [
    section(
      title('Failed', 'failed', failed),
      failed.length === 0 && nothing('No job has failed for good.'),
      ...failed.map((job) => failure(job, change)),
    ),
    section(
      title('Running', 'running', running),
      running.length > 0 && table('Running jobs', COLUMNS, running.map(row)),
    ),
    section(
      title('Waiting', 'waiting', waiting),
      waiting.length > 0 && table('Waiting jobs', COLUMNS, waiting.map(row)),
    ),
  ]
}

const COLUMNS = ['Name', 'Attempts', 'Added', 'Next try', 'Last error']

function failure(job: ShownJob, change: Change): HTMLElement {
  const { id, name, key, attempts, added, error } = job
  const more = [`${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`, `added ${moment(added)}`, `id ${id}`]
  return el(
    'article',
    { class: 'failed' },
    el('h2', {}, name, key !== undefined && el('small', {}, ` ${key}`)),
    el('p', { class: 'legend' }, more.join(', ')),
    error && thrown(error),
    el(
      'p',
      { class: 'actions' },
      button(`retry-${id}`, 'Run again', name, () => void change(job, 'retry')),
      button(`remove-${id}`, 'Drop', name, () => void change(job, 'remove')),
    ),
  )
}

function button(id: string, text: string, name: string, click: () => void): HTMLElement {
  return el('button', { type: 'button', id, 'aria-label': `${text}: ${name}`, click }, text)
}

function row({ name, key, attempts, added, due, error }: ShownJob): HTMLElement {
  return el(
    'tr',
    {},
    el('td', {}, el('code', {}, name), key !== undefined && el('small', {}, ` ${key}`)),
    el('td', {}, attempts),
    el('td', {}, moment(added)),
    el('td', {}, due === undefined ? '' : moment(due)),
    el('td', {}, error && el('span', { class: 'error' }, `${error.name}: ${error.message}`)),
  )
}

/** Formats a time for people, with the date if it is of another day. */
function moment(at: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return isToday ? date.toLocaleTimeString() : date.toLocaleString()
}
