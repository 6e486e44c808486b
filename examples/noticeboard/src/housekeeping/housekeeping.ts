import type { TypedContainer } from '@app/core'
import { handlerFor, type JobHandler, job } from '@app/jobs'

/** A service that has something to tidy up; `tidy` returns the number of removed things. */
export interface Tidy {
  tidy(): number | Promise<number>
}

export const housekeeping = job({ name: 'housekeeping' })

/** Calls all chores, also if one of them fails. Then the job has failed, and is tried again. */
export function keepHouse(container: TypedContainer): JobHandler {
  const { chores = [] } = container.get('config').housekeeping
  return handlerFor(housekeeping, () => Promise.all(chores.map(async (name) => (container.get(name) as Tidy).tidy())))
}
