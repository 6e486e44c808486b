export { inspector } from './inspector.ts'
export type { InspectorOptions } from './inspector-options.ts'
export { watchServices } from './watch-services.ts'
