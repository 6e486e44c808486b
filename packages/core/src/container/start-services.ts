import type { Container } from './container.ts'

/** What a container reports of one service; `ms` is how long its start or disposal took. */
export interface ServiceEvent {
  readonly service: string
  readonly event: 'started' | 'disposed'
  readonly ms: number
}

/** Called for each service that is started or disposed of. */
export type ServiceReport = (event: ServiceEvent) => void

/** Starts the eager services of all containers in parallel. Rejects with the first error. */
export async function startServices(containers: Iterable<Container>, report?: ServiceReport): Promise<void> {
  await Promise.all(
    Array.from(containers, async (container) => {
      const start: unknown = Reflect.get(container, 'start')
      if (typeof start === 'function') await start.call(container, report)
    }),
  )
}
