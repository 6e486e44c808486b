import { type ConfigProvider, type Middleware, Priority, type ServiceName } from '@app/core'
import { type ConfigSection, fromSection } from '@app/core/extending'
import { type ExampleNameOptions, exampleName } from './example-name.ts'

/** The name of the service that is the middleware `exampleName()`. */
export const EXAMPLE_NAME_SERVICE: ServiceName<Middleware> = '@app/example-name'

declare module '@app/core' {
  interface Config {
    /** The section that `configProvider` of `@app/example-name` reads. */
    readonly example_name?: ConfigSection<ExampleNameOptions>
  }
}

/**
 * Pipes the middleware before anything is routed, with the options under `example_name` of the configuration.
 *
 * Another `path` or `priority` for the pipeline's entry `@app/example-name` moves it.
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
