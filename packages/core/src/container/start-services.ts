import type { Container } from './container.ts'

/** What a container tells of one of its services; `ms` is the time that it took. */
export interface ServiceEvent {
  readonly service: string
  readonly event: 'started' | 'disposed'
  readonly ms: number
}

/** Hears of each service that is started or disposed of. */
export type ServiceReport = (event: ServiceEvent) => void

/** Starts the eager services of containers that have some, side by side. Throws what the first of them throws. */
export async function startServices(containers: Iterable<Container>, report?: ServiceReport): Promise<void> {
  await Promise.all(
    Array.from(containers, async (container) => {
      const start: unknown = Reflect.get(container, 'start')
      if (typeof start === 'function') await start.call(container, report)
    }),
  )
}
