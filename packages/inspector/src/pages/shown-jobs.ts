import { type Application, json } from '@app/core'
import type { Masks } from '../masks.ts'
import { shownErrors } from '../recording/shown-errors.ts'
import type { ShownError } from '../shown.ts'
import { SECURE } from './page.ts'
import type { PageContext } from './page-context.ts'

/** A job that waits, runs or has failed for good, without its data. Times are milliseconds since 1970. */
export interface ShownJob {
  readonly id: string
  readonly name: string
  readonly key?: string
  /** How often the job was taken. */
  readonly attempts: number
  readonly added: number
  /** The next try of a job that waits. */
  readonly due?: number
  /** The error of the last attempt that has failed. */
  readonly error?: ShownError
}

/** The jobs of an application: at most a hundred of each state, the newest first, and how many there are. */
export interface ShownJobs {
  readonly counts: Readonly<Record<string, number>>
  readonly failed: readonly ShownJob[]
  readonly running: readonly ShownJob[]
  readonly waiting: readonly ShownJob[]
}

/**
 * The queue of `@app/jobs`, as far as it is used here. The type is written out, since an application may lack that
 * package; a test compares it with that of the package.
 */
export interface Queue {
  counts(): Promise<readonly { readonly state: string; readonly count: number }[]>
  list(filter: { readonly state: 'waiting' | 'running' | 'failed' }): Promise<readonly KeptJob[]>
  retry(filter: { readonly id: string }): Promise<number>
  remove(filter: { readonly id: string; readonly state: 'failed' }): Promise<number>
}

interface KeptJob {
  readonly id: string
  readonly name: string
  readonly key: string | undefined
  readonly attempts: number
  readonly error: string | undefined
  readonly added: Date
  readonly due: Date | undefined
}

const QUEUE = '@app/jobs'

/** True if the application has the service to which jobs are added. */
export function hasJobs(application: Application): boolean {
  try {
    return application.getContainer().has(QUEUE)
  } catch {
    return false
  }
}

async function queueOf(application: Application): Promise<Queue> {
  return (await application.getContainer().get(QUEUE)) as Queue
}

/** Returns the jobs; a `problem` if they cannot be asked for, such as while the database is away. */
export async function shownJobs({
  application,
  settings,
  masks,
}: PageContext): Promise<ShownJobs | { readonly problem: string }> {
  try {
    const queue = await queueOf(application)
    const [counted, ...lists] = await Promise.all([queue.counts(), ...STATES.map((state) => queue.list({ state }))])
    const counts: Record<string, number> = {}
    for (const { state, count } of counted) counts[state] = (counts[state] ?? 0) + count
    const [failed = [], running = [], waiting = []] = lists.map((list) =>
      list.map((job) => shownJob(job, settings.editor, masks)),
    )
    return { counts, failed, running: running.map(withoutDue), waiting }
  } catch (error) {
    return { problem: masks.text((error as Error).message) }
  }
}

const STATES = ['failed', 'running', 'waiting'] as const

/** A job that runs is due when its lease ends, which is no next try. */
function withoutDue({ due: _due, ...job }: ShownJob): ShownJob {
  return job
}

function shownJob({ id, name, key, attempts, error, added, due }: KeptJob, editor: string, masks: Masks): ShownJob {
  return {
    id,
    name: masks.text(name),
    ...(key !== undefined && { key: masks.text(key) }),
    attempts,
    added: Number(added),
    ...(due !== undefined && { due: Number(due) }),
    ...(error !== undefined && { error: shownError(error, editor, masks) }),
  }
}

/**
 * Returns the error that was kept as a string: its stack, or a thrown value. The message may have lines that look like
 * frames, so only the last lines that are all frames are taken for the stack. The source is left out, since it may have
 * changed since the error was thrown.
 */
function shownError(kept: string, editor: string, masks: Masks): ShownError {
  const lines = kept.split('\n')
  const end = lines.findLastIndex((line, at) => !(at === lines.length - 1 ? CUT_FRAME : FRAME).test(line)) + 1
  const [, name = 'Error', message = ''] = /^(?:([\w$]+): )?([\s\S]*)$/.exec(lines.slice(0, end).join('\n')) ?? []
  const error = Object.assign(new Error(message), { name, stack: kept })
  const [{ source: _source, ...shown } = { name, message, frames: [] }] = shownErrors(error, editor, masks)
  return shown
}

const FRAME = /^\s+at .*(?::\d+:\d+|<anonymous>|native)\)?$/
/** Of the last line, only the beginning may have been kept. */
const CUT_FRAME = /^\s+(?:at\b|a?$)|^$/

/**
 * Runs a job that has failed again, or deletes it. Answers with 404 if it is not there, or has not failed, such as after
 * somebody else has run it again.
 */
export async function changeJob({ application, masks }: PageContext, id: string, action: string): Promise<Response> {
  try {
    const queue = await queueOf(application)
    const count = await (action === 'retry' ? queue.retry({ id }) : queue.remove({ id, state: 'failed' }))
    if (count > 0) return json({ count }, { headers: SECURE })
    return json({ message: 'This job is no failed job any more.' }, { status: 404, headers: SECURE })
  } catch (error) {
    return json({ message: masks.text((error as Error).message) }, { status: 500, headers: SECURE })
  }
}
