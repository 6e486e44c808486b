import type { ConfigProvider, Container, Middleware, ServiceName } from '@app/core'
import {
  type ConfigSection,
  checkOptions,
  checkService,
  fromSection,
  OptionError,
  optionKind,
} from '@app/core/extending'
import type { HealthCheck, LimitedCheck } from './checks.ts'
import { type HealthOptions, health, isCheck } from './health.ts'

/** The name of the service that is the middleware `health()`. */
export const HEALTH_SERVICE: ServiceName<Middleware> = '@app/health'

/** The name of a service that is a check, alone or with the seconds that the check may take. */
export type NamedCheck = string | { readonly service: string; readonly timeout?: number | undefined }

/** The section `health`: the options of `health()`, whose checks may be services. */
export interface HealthSection extends Omit<HealthOptions, 'checks'> {
  /**
   * The checks that have to pass for readiness, each under a name for logs. A check is a function, or the name of a
   * service that is a check; both may have a time limit.
   */
  readonly checks?: Readonly<Record<string, HealthCheck | LimitedCheck | NamedCheck>> | undefined
}

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/health` reads. */
    readonly health?: ConfigSection<HealthSection> | undefined
  }
}

/**
 * Answers probes before everything else, with the checks of the section `health`. A service is made at the first probe,
 * so that a service that cannot be made is a failed check, and does not stop the program. A name that no service has
 * stops the program at its start.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/health` moves the middleware, and a `path`
 * limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    eager: [HEALTH_SERVICE],
    factories: {
      [HEALTH_SERVICE]: (container) =>
        fromSection<HealthSection, Middleware>(container, 'health', ({ checks, ...rest }) => {
          if (checks === undefined || typeof checks !== 'object')
            return health(checks === undefined ? rest : { ...rest, checks })
          const named = Object.entries(checks).map(
            ([name, check]) => [name, fromContainer(container, name, check)] as const,
          )
          return health({ ...rest, checks: Object.fromEntries(named) })
        }),
    },
  },
  middleware_pipeline: { [HEALTH_SERVICE]: { middleware: HEALTH_SERVICE, priority: 9_500 } },
})

function fromContainer(
  container: Container,
  name: string,
  given: HealthCheck | LimitedCheck | NamedCheck,
): HealthCheck | LimitedCheck {
  const isNamed = typeof given === 'object' && given !== null && 'service' in given
  if (typeof given !== 'string' && !isNamed) return given
  const { service, ...limits } = typeof given === 'string' ? { service: given } : checkNamed(name, given)
  checkService(container, 'checks', service, name)
  return {
    ...limits,
    check: async (signal) => {
      const check: unknown = await container.get(service)
      if (isCheck(check)) return typeof check === 'function' ? check(signal) : check.check(signal)
      throw new TypeError(
        `The service "${service}" is not a check. Give a function, or an object with a method "check".`,
      )
    },
  }
}

type Named = Exclude<NamedCheck, string>

function checkNamed(name: string, given: Named): Named {
  try {
    return checkOptions(`"checks" has "${name}"`, given, {
      service: optionKind.required(optionKind.text),
      timeout: optionKind.seconds,
    })
  } catch (error) {
    throw new OptionError('health()', 'checks', (error as Error).message)
  }
}
