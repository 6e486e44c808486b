export { configProvider, EXAMPLE_NAME_SERVICE } from './config-provider.ts'
export type { ExampleNameOptions } from './example-name.ts'
export { exampleName } from './example-name.ts'
