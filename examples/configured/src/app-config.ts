import type { Config } from '@app/core'

/** The configuration of this application: what the core reads, and a key of its own. */
export interface AppConfig extends Config {
  readonly greeting: string
}
