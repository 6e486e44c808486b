export type { ConformanceCase, EngineUnderTest, KitTemplates } from './conformance/renderer-conformance.ts'
export { rendererConformance } from './conformance/renderer-conformance.ts'
