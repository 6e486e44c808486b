import type { ConfigProvider, Container, ServiceName } from '@app/core'
import {
  type ConfigSection,
  checkOptions,
  checkService,
  fromEnvironment,
  fromSection,
  isMap,
  modeOf,
  OptionError,
  optionKind,
} from '@app/core/extending'
import { LOGGER_SERVICE, type RequestLogger } from '@app/core/logging'
import type { JobsEngine } from './engine.ts'
import { checkHandler, type JobHandler } from './handler.ts'
import { logFailure } from './job-log.ts'
import { type JobRunner, type JobRunnerOptions, jobRunner, RUNNER_KINDS } from './job-runner.ts'
import { type Jobs, type JobsOptions, jobs, QUEUE_KINDS } from './jobs.ts'
import { memoryJobs } from './memory-jobs.ts'

/** The name of the service to which jobs are added. */
export const JOBS_SERVICE: ServiceName<Jobs> = '@app/jobs'

/** The name of the service that runs jobs. It is a check for `@app/health` too. */
export const JOB_RUNNER_SERVICE: ServiceName<JobRunner> = '@app/jobs/runner'

/** The name of the service that starts the runner with the program, unless the section says `run: false`. */
const START = '@app/jobs/start'

/** The section `jobs`: the options of `jobs()` and `jobRunner()`, with names of services. */
export interface JobsSection extends Omit<JobsOptions, 'engine'>, Omit<JobRunnerOptions, 'handlers'> {
  /** An engine, or the name of a service that is one. Default, in development and tests: the memory of this process. */
  readonly engine?: JobsEngine | string | undefined
  /** The handlers by the names of their jobs: names of services that are handlers, or handlers. */
  readonly handlers?: Readonly<Record<string, string | JobHandler>> | undefined
  /** `false` if this process only adds jobs, and others run them, such as `app jobs run`. Default: `true`. */
  readonly run?: boolean | undefined
}

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/jobs` reads. */
    readonly jobs?: ConfigSection<JobsSection> | undefined
  }
}

/**
 * Makes the service `@app/jobs`, to which jobs are added, and runs jobs from the start of the program to its end, with
 * the options of the section `jobs`.
 */
export const configProvider: ConfigProvider = () => ({
  jobs: { secret: fromEnvironment('APP_SECRET') },
  dependencies: {
    eager: [JOBS_SERVICE, START],
    factories: {
      [JOBS_SERVICE]: (container) =>
        fromSection<JobsSection, Jobs>(container, 'jobs', (section) => queueOf(container, checked(container, section))),
      [JOB_RUNNER_SERVICE]: (container) =>
        fromSection<JobsSection, JobRunner>(container, 'jobs', (section) =>
          runnerOf(container, checked(container, section)),
        ),
      [START]: (container) =>
        fromSection<JobsSection, object>(container, 'jobs', (section) => {
          if (checked(container, section).run === false) return {}
          const runner = container.get(JOB_RUNNER_SERVICE)
          return { start: () => runner.start() }
        }),
    },
  },
})

type Checked = { readonly [K in keyof JobsSection]: Exclude<JobsSection[K], undefined> }

function checked(container: Container, section: JobsSection): Checked {
  const options = checkOptions<JobsSection>('The section "jobs"', section, {
    ...QUEUE_KINDS,
    ...RUNNER_KINDS,
    engine: optionKind.either(optionKind.text, QUEUE_KINDS.engine),
    handlers: { wants: 'a map from names of jobs to names of services', accepts: isMap },
    run: optionKind.boolean,
  })
  if (typeof options.engine === 'string') checkService(container, 'engine', options.engine)
  for (const [name, handler] of Object.entries(options.handlers ?? {})) {
    if (typeof handler === 'string') checkService(container, 'handlers', handler, name)
  }
  return options
}

function queueOf(container: Container, { engine, secret, dataLimit, inline }: Checked): Jobs {
  const queue = jobs({ engine: engineOf(container, engine), secret, dataLimit })
  // In a test that does not start the services, the first job makes the runner that runs it.
  if (inline) queue.onAdd(() => void container.get(JOB_RUNNER_SERVICE))
  return queue
}

function engineOf(container: Container, engine: JobsEngine | string | undefined): JobsEngine {
  if (typeof engine === 'string') return container.get(engine) as JobsEngine
  if (engine !== undefined) return engine
  const { process } = globalThis as { readonly process?: { readonly env: Record<string, string | undefined> } }
  const mode = process?.env.APP_ENV || modeOf(process?.env ?? {})
  if (mode === 'development' || mode === 'test') return memoryJobs()
  throw new OptionError(
    'jobs()',
    'engine',
    '"engine" is missing: outside of development and tests, jobs must not be kept in memory. Name the service of an ' +
      'engine, such as sqlJobs(database).',
  )
}

function runnerOf(container: Container, section: Checked): JobRunner {
  const { engine: _engine, secret: _secret, dataLimit: _limit, run: _run, handlers = {}, ...options } = section
  const all = Object.entries(handlers).map(async ([name, given]) => {
    const handler: unknown = await (typeof given === 'string' ? container.get(given) : given)
    checkHandler(handler, name)
    return handler
  })
  // Those that cannot be made are errors of `start()`.
  for (const handler of all) handler.catch(() => undefined)
  const onError: JobRunnerOptions['onError'] = async (error, failed) =>
    logFailure((await container.get(LOGGER_SERVICE)) as RequestLogger, error, failed)
  return jobRunner(container.get(JOBS_SERVICE) as Jobs, {
    ...(container.has(LOGGER_SERVICE) && { onError }),
    ...options,
    handlers: all,
  })
}
