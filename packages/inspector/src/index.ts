export { inspector } from './inspector.ts'
export { InspectorInProductionError } from './inspector-in-production-error.ts'
export type { InspectorOptions } from './inspector-options.ts'
export { watchServices } from './watch-services.ts'
