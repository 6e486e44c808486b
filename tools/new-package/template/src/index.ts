export type { ExampleNameConfig } from './config-provider.ts'
export { configProvider, EXAMPLE_NAME } from './config-provider.ts'
export type { ExampleNameOptions } from './example-name.ts'
export { exampleName } from './example-name.ts'
