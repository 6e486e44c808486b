export type { OlderErrorMiddleware, OlderNext } from './double-pass/double-pass.ts'
export { doublePass, doublePassError } from './double-pass/double-pass.ts'
export type { ResponseDraft } from './messages/response-draft.ts'
export { ErrorMiddleware } from './middleware/error-middleware.ts'
