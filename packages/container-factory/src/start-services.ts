import { isNotCreated } from './container-errors.ts'
import type { ServiceReport } from './service-container.ts'
import type { ServiceLifetimes } from './service-lifetimes.ts'

/**
 * Makes eager services in parallel. Then calls the method `start()` of each of them that has this method, after the
 * start of the eager services that it requires.
 *
 * Services that require a failed one are not started; all others are started. Throws an `AggregateError` if services
 * failed.
 */
export async function startServices(
  names: readonly string[],
  get: (name: string) => unknown,
  lifetimes: ServiceLifetimes,
  report: ServiceReport | undefined,
): Promise<void> {
  const begin = performance.now()
  const { services, failures } = await makeAll(names, get)
  const started = new Map<unknown, Promise<boolean>>()
  for (const [name, required] of lifetimes.inOrder(new Set(services.keys()))) {
    started.set(name, startAfter(String(name), required))
  }
  await Promise.all(started.values())
  if (failures.size > 0) throw startError(failures, 'started')

  /** Starts a service, unless a required service was not started. Returns true if the service was started. */
  async function startAfter(name: string, required: readonly unknown[]): Promise<boolean> {
    const areStarted = await Promise.all(required.map((key) => started.get(key)))
    if (areStarted.includes(false)) return false
    try {
      await startOf(services.get(name))?.()
    } catch (error) {
      failures.set(name, error)
      return false
    }
    report?.({ service: name, event: 'started', duration: performance.now() - begin })
    return true
  }
}

/** Makes eager services in parallel, and starts none. Throws an `AggregateError` if services failed. */
export async function makeServices(names: readonly string[], get: (name: string) => unknown): Promise<void> {
  const { failures } = await makeAll(names, get)
  if (failures.size > 0) throw startError(failures, 'made')
}

interface Made {
  readonly services: ReadonlyMap<string, unknown>
  readonly failures: Map<string, unknown>
}

async function makeAll(names: readonly string[], get: (name: string) => unknown): Promise<Made> {
  const services = new Map<string, unknown>()
  const failures = new Map<string, unknown>()
  await Promise.all(
    names.map(async (name) => {
      try {
        services.set(name, await get(name))
      } catch (error) {
        failures.set(name, error)
      }
    }),
  )
  return { services, failures }
}

function startOf(service: unknown): (() => unknown) | undefined {
  const start: unknown = typeof service === 'object' && service !== null ? Reflect.get(service, 'start') : undefined
  return typeof start === 'function' ? () => start.call(service) : undefined
}

/**
 * The error for eager services that could not be made or started. Its `errors` have one error for each cause, even if
 * several services fail because of it.
 */
function startError(failures: ReadonlyMap<string, unknown>, wanted: 'made' | 'started'): AggregateError {
  const causes = new Map<string, (readonly [name: string, error: unknown])[]>()
  for (const failure of failures) {
    const cause = causeOf(...failure)
    // The service that failed first comes before the services that require it.
    const others = causes.get(cause) ?? []
    causes.set(cause, cause.startsWith(`${failure[0]}: `) ? [failure, ...others] : [...others, failure])
  }
  const lines = Array.from(causes.values(), ([[name, error] = ['', undefined], ...others]) => {
    const also = others.length === 0 ? '' : `\n    Also required by ${others.map(([other]) => other).join(', ')}.`
    return `  ${name}: ${reasonOf(error)}${also}`
  })
  const errors = Array.from(causes.values(), ([first]) => first?.[1])
  return new AggregateError(errors, `Not everything could be ${wanted}:\n${lines.join('\n')}`)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : `threw ${error === null ? 'null' : typeof error}`
}

/**
 * Returns the text of the cause of a service's failure. The text is the same for all services that fail because of one
 * required service.
 */
function causeOf(name: string, error: unknown): string {
  const { cause } = Object(error) as { readonly cause?: unknown }
  if (isNotCreated(cause)) return causeOf(name, cause)
  if (isNotCreated(error)) return `${error.path.at(-1)}: ${error.message.replace(WAY, ':')}`
  return `${name}: ${reasonOf(error)}`
}

/**
 * Matches the part of an error's message that shows by which services a service was reached, such as ` (app → db):`.
 */
const WAY = / \([^()]*→[^()]*\):/
