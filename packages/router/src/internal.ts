// What only the packages of this repository use: it may change in any release.

export { canonicalSegment } from './path/canonical-path.ts'
export { coversForm } from './path/covers-form.ts'
export { noParams, type Params } from './path/params.ts'
export type { Segment } from './path/segment.ts'
export { type ExampleTexts, exampleTexts } from './token/example-texts.ts'
