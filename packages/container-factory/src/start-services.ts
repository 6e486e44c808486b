import type { ServiceReport } from './service-container.ts'
import type { ServiceLifetimes } from './service-lifetimes.ts'

/**
 * Makes eager services in parallel. Then calls `start()` of those that have it, each after the services that it
 * requires.
 *
 * Services that require a failed one are not started; all others are. Throws `ServiceStartError` if services failed.
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
  if (failures.size > 0) throw new ServiceStartError(failures, 'started')

  /** Starts a service, unless one that it requires was not started. Gives whether it was started. */
  async function startAfter(name: string, required: readonly unknown[]): Promise<boolean> {
    const areStarted = await Promise.all(required.map((key) => started.get(key)))
    if (areStarted.includes(false)) return false
    try {
      await startOf(services.get(name))?.()
    } catch (error) {
      failures.set(name, error)
      return false
    }
    report?.({ service: name, event: 'started', ms: performance.now() - begin })
    return true
  }
}

/** Makes eager services in parallel, and starts none. Throws `ServiceStartError` if services failed. */
export async function makeServices(names: readonly string[], get: (name: string) => unknown): Promise<void> {
  const { failures } = await makeAll(names, get)
  if (failures.size > 0) throw new ServiceStartError(failures, 'made')
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

/** Some eager services could not be made or started; `errors` holds their errors. */
export class ServiceStartError extends AggregateError {
  override readonly name = 'ServiceStartError'

  constructor(failures: ReadonlyMap<string, unknown>, wanted: 'made' | 'started') {
    const lines = Array.from(failures, ([name, error]) => {
      return `  ${name}: ${error instanceof Error ? error.message : `threw ${error === null ? 'null' : typeof error}`}`
    })
    super([...failures.values()], `Not everything could be ${wanted}:\n${lines.join('\n')}`)
  }
}
