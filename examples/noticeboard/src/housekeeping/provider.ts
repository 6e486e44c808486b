import { env } from '@app/config'
import type { Config, TypedContainer } from '@app/core'
import { LOGGER_SERVICE } from '@app/core/logging'
import { Janitor, type Tidy } from './janitor.ts'

declare module '@app/core' {
  interface Config {
    readonly housekeeping?: {
      /** The seconds between two rounds. */
      readonly every?: number
      /** The names of the services that tidy up; the janitor calls each in every round. */
      readonly chores?: readonly string[]
    }
  }
}

export function hireJanitor(container: TypedContainer): Janitor {
  const { every = 3_600, chores = [] } = container.get('config').housekeeping
  const found = chores.map((name) => [name, container.get(name) as Tidy])
  return new Janitor(Object.fromEntries(found), every, container.get(LOGGER_SERVICE))
}

export const configProvider = () =>
  ({
    housekeeping: { every: env.integer('HOUSEKEEPING_SECONDS', 3_600) },
    dependencies: { eager: ['noticeboard/janitor'], factories: { 'noticeboard/janitor': hireJanitor } },
  }) satisfies Config
