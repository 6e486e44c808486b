export { compareWithReference } from './conformance/compare-with-reference.ts'
export type { ConformanceCase } from './conformance/conformance-case.ts'
export { ReferenceRouter } from './conformance/reference-router.ts'
export { routerConformance } from './conformance/router-conformance.ts'
