import { type ConfigProvider, type Middleware, Priority, type ServiceName } from '@app/core'
import { type ConfigSection, fromSection } from '@app/core/extending'
import { type ExampleNameOptions, exampleName } from './example-name.ts'

/** The name of the service that is the middleware `exampleName()`. */
export const EXAMPLE_NAME_SERVICE: ServiceName<Middleware> = '@app/example-name'

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/example-name` reads. */
    readonly example_name?: ConfigSection<ExampleNameOptions> | undefined
  }
}

/**
 * Pipes the middleware before routing, with the options of the section `example_name`.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/example-name` moves the middleware, and a
 * `path` limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      [EXAMPLE_NAME_SERVICE]: (container) =>
        fromSection<ExampleNameOptions, Middleware>(container, 'example_name', exampleName),
    },
  },
  middleware_pipeline: {
    [EXAMPLE_NAME_SERVICE]: { middleware: EXAMPLE_NAME_SERVICE, priority: Priority.BEFORE_ROUTING },
  },
})
