export type { OlderErrorMiddleware, OlderNext } from './double-pass/double-pass.ts'
export { doublePass, doublePassError } from './double-pass/double-pass.ts'
export { ErrorMiddleware } from './middleware/error-middleware.ts'
export type { ResponseDraft } from './middleware/response-draft.ts'
