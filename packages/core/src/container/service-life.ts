import type { Container } from './container.ts'

/**
 * The report of a container about one service. `duration` is the time in milliseconds that its start or disposal took.
 */
export interface ServiceEvent {
  readonly service: string
  readonly event: 'started' | 'disposed'
  readonly duration: number
}

/** Called after each service has been started or disposed of. */
export type ServiceReport = (event: ServiceEvent) => void

/**
 * Makes the eager services of all containers (those in `dependencies.eager`), without starting them, and reports each
 * service that cannot be made.
 */
export async function makeServices(containers: Iterable<Container>, report: (error: unknown) => void): Promise<void> {
  for (const container of containers) {
    const make: unknown = Reflect.get(container, 'makeEager')
    if (typeof make !== 'function') continue
    try {
      await make.call(container)
    } catch (error) {
      const { errors } = error as Partial<AggregateError>
      for (const one of Array.isArray(errors) ? errors : [error]) report(one)
    }
  }
}

/**
 * Starts the eager services (those in `dependencies.eager`) of all containers, the containers in parallel. Rejects with
 * the first error.
 */
export async function startServices(containers: Iterable<Container>, report?: ServiceReport): Promise<void> {
  await Promise.all(
    Array.from(containers, async (container) => {
      const start: unknown = Reflect.get(container, 'start')
      if (typeof start === 'function') await start.call(container, report)
    }),
  )
}

/**
 * Disposes of all containers that have a method for disposal, the last container first. Resolves to `true` if the
 * disposal ended without a failure and within `grace` seconds. Logs each failure, and continues with the next
 * container.
 */
export async function disposeServices(
  containers: Iterable<Container>,
  grace: number,
  report?: ServiceReport,
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      console.error(new Error(`The services were not disposed of within ${grace} s`))
      resolve(false)
    }, grace * 1_000)
  })
  const isGood = await Promise.race([disposeEach([...containers].reverse(), report), late])
  clearTimeout(timer)
  return isGood
}

async function disposeEach(containers: readonly Container[], report: ServiceReport | undefined): Promise<boolean> {
  let isGood = true
  for (const container of containers) {
    try {
      await dispose(container, report)
    } catch (error) {
      console.error(error)
      isGood = false
    }
  }
  return isGood
}

async function dispose(container: Container, report: ServiceReport | undefined): Promise<void> {
  for (const name of [Symbol.asyncDispose, 'dispose', Symbol.dispose]) {
    const method: unknown = name && Reflect.get(container, name)
    if (typeof method !== 'function') continue
    await method.call(container, report)
    return
  }
}
