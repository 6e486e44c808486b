export type { OlderErrorMiddleware, OlderNext } from './double-pass.ts'
export { doublePass, doublePassError } from './double-pass.ts'
export { PassedError } from './passed-error.ts'
export type { ResponseDraft } from './response-draft.ts'
