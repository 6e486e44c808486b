import { env } from '@app/config'
import type { Config } from '@app/core'
import { keepHouse } from './housekeeping.ts'

declare module '@app/core' {
  interface Config {
    readonly housekeeping?: {
      /** The names of the services that tidy up. */
      readonly chores?: readonly string[]
    }
  }
}

export const configProvider = () =>
  ({
    housekeeping: { chores: [] },
    jobs: {
      handlers: { housekeeping: 'noticeboard/housekeeping' },
      schedule: { housekeeping: env('HOUSEKEEPING', '0 * * * *') },
    },
    dependencies: { factories: { 'noticeboard/housekeeping': keepHouse } },
  }) satisfies Config
