import type { PackageCommand, PackageCommandContext } from '@app/core/extending'
import { JOB_RUNNER_SERVICE, JOBS_SERVICE } from './config-provider.ts'
import type { JobInfo, JobState } from './engine.ts'
import type { JobRunner } from './job-runner.ts'
import type { Jobs } from './jobs.ts'

export type { PackageCommand } from '@app/core/extending'

/** The options of `app jobs`. */
export interface JobsCommandOptions {
  readonly state?: string | undefined
}

type Context = PackageCommandContext<JobsCommandOptions> & { readonly queue: Jobs; readonly runner: () => JobRunner }

/** The command `app jobs`, which `@app/cli` finds by the manifest of this package. */
export const command: PackageCommand<JobsCommandOptions> = {
  description:
    'count the jobs; list, retry and remove them by id or name (list, failed, retry, remove); run those that are due (drain), or run jobs until SIGTERM (run)',
  usage: '[action] [which]',
  options: [
    { flags: '--state <state>', description: 'list or remove jobs in this state: waiting, running, done, failed' },
  ],
  examples: ['jobs', 'jobs failed', 'jobs retry invoice.send', 'jobs remove invoice.send --state waiting', 'jobs run'],
  async run(context) {
    const { application, args, printError } = context
    const [action = 'count'] = args
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : undefined
    if (act === undefined) {
      printError(`app jobs has no action ${action}. The actions are ${Object.keys(ACTIONS).join(', ')}.`)
      return 2
    }
    if (context.options.state !== undefined && !STATES.includes(context.options.state)) {
      printError(`There is no state ${context.options.state}. The states are ${STATES.join(', ')}.`)
      return 2
    }
    const container = application.getContainer()
    if (!container.has(JOBS_SERVICE)) {
      printError('The application has no service @app/jobs: npx app add @app/jobs adds it to the configuration.')
      return 1
    }
    try {
      return await act({
        ...context,
        queue: container.get(JOBS_SERVICE),
        runner: () => container.get(JOB_RUNNER_SERVICE),
      })
    } finally {
      // Closes connections, which would keep the command from ending.
      await methodOf(container, Symbol.asyncDispose)?.()
    }
  },
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

const STATES: readonly string[] = ['waiting', 'running', 'done', 'failed'] satisfies JobState[]

const ACTIONS = {
  async count({ queue, options, print }: Context): Promise<number> {
    const counts = await queue.counts()
    if (options.json) print(JSON.stringify(counts, undefined, 2))
    else if (counts.length === 0) print('There are no jobs.')
    for (const { name, state, count } of options.json ? [] : counts)
      print(`${String(count).padStart(6)}  ${state.padEnd(7)}  ${name}`)
    return 0
  },
  list: (context: Context): Promise<number> => list(context, context.options.state as JobState | undefined),
  failed: (context: Context): Promise<number> => list(context, 'failed'),
  async retry({ queue, args: [, which], print, printError }: Context): Promise<number> {
    if (which === undefined) {
      printError('Which jobs? Write app jobs retry with an id, the name of a job, or "all".')
      return 2
    }
    const count = await queue.retry(which === 'all' ? {} : filterOf(which))
    print(`${count} failed jobs run again.`)
    return count > 0 ? 0 : 1
  },
  async remove({ queue, args: [, which], options, print, printError }: Context): Promise<number> {
    if (which === undefined) {
      printError(
        'Which jobs? Write app jobs remove with an id, or with the name of a job, whose failed jobs it removes.',
      )
      return 2
    }
    const filter = filterOf(which)
    const state = (options.state ?? ('id' in filter ? undefined : 'failed')) as JobState | undefined
    const count = await queue.remove({ ...filter, state })
    print(`${count} jobs were removed.`)
    return count > 0 ? 0 : 1
  },
  async drain({ runner, print }: Context): Promise<number> {
    const outcomes = await runner().drain()
    for (const { id, name, attempt, state } of outcomes) print(`${state.padEnd(8)}  ${name}  ${id}  attempt ${attempt}`)
    if (outcomes.length === 0) print('No job is due.')
    return outcomes.every(({ state }) => state === 'done') ? 0 : 1
  },
  async run({ application, runner, print }: Context): Promise<number> {
    const stopped = new Promise<void>((resolve) => {
      const stop = () => {
        for (const signal of SIGNALS) process.removeListener(signal, stop)
        resolve()
      }
      for (const signal of SIGNALS) process.once(signal, stop)
    })
    await methodOf(application.getContainer(), 'start')?.()
    await runner().start()
    print(`Runs jobs: ${(await runner().names()).join(', ') || 'none has a handler'}.`)
    await stopped
    return 0
  },
} as const

async function list({ queue, args: [, which], options, print }: Context, state: JobState | undefined): Promise<number> {
  const found = await queue.list({ ...(which === undefined ? {} : filterOf(which)), state })
  if (options.json) print(JSON.stringify(found, undefined, 2))
  else if (found.length === 0) print('There are no such jobs.')
  for (const job of options.json ? [] : found) for (const line of linesOf(job)) print(line)
  return 0
}

function linesOf({ id, name, state, attempts, added, due, key, error }: JobInfo): readonly string[] {
  const times = [`added ${added.toISOString()}`, ...(due ? [`due ${due.toISOString()}`] : [])]
  const more = [...times, `attempts ${attempts}`, ...(key === undefined ? [] : [`key ${JSON.stringify(key)}`])]
  // What an error says may come from anywhere: no escape sequence of it reaches the terminal.
  const errors = (error ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => `    ${line.replace(CONTROL, '?')}`)
  return [`${state.padEnd(7)}  ${name}  ${id}  ${more.join(', ')}`, ...errors.slice(0, 5)]
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

function filterOf(which: string): { readonly id: string } | { readonly name: string } {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(which) ? { id: which } : { name: which }
}

function methodOf(target: object, name: PropertyKey): (() => unknown) | undefined {
  const method: unknown = Reflect.get(target, name)
  return typeof method === 'function' ? () => method.call(target) : undefined
}
