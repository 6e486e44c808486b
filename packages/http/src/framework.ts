export {
  allowsOrigin,
  checkOptions,
  describeValue,
  isClass,
  isMap,
  OptionError,
  type OptionKind,
  type Origins,
  optionKind,
  printable,
  refuseUnknown,
} from '@app/checks'
export type { Params } from '@app/router'
export { plainBody } from '#create-response'
export { octetLength, outliveOutput, printError } from '#primitives'
export { directBoundary, inflate, SERVE_OPTIONS } from '#server'
export type { Answer, AnyAttributeKey, RequestHandler, ServerRequest } from './index.ts'
export { answerCheck } from './life/answer-check.ts'
export { boundary, changed, type DirectEntry, sendOnce } from './life/boundary.ts'
export { ENTRY, type Entry } from './life/entry.ts'
export { announceError, onError } from './life/hooks.ts'
export { logError, report, reportError } from './life/report.ts'
export { within } from './life/within.ts'
export type { Attributes } from './request/attribute-key.ts'
export { checkLimit, readElsewhere } from './request/body-limit.ts'
export { type MediaType, parseMediaType, prefersJson } from './request/media-type.ts'
export { notedKeys } from './request/presence.ts'
export { checkFields, readFormData } from './request/read-form.ts'
export type {
  AnswerChange,
  AnswerDecision,
  Destination,
  Marks,
  RequestErrorListener,
  RequestSource,
} from './request/request-source.ts'
export { atBasePath, attributesOf, createRequest, sourceOf, viewWith } from './request/server-request.ts'
export { addVary } from './response/add-vary.ts'
export { discard } from './response/discard.ts'
export { headerName } from './response/header-syntax.ts'
export { escapeHtml, HTML_SOURCE, type HtmlSource } from './response/html-source.ts'
export { answeringWith, answerTo, checkErrorStatus, statusOf } from './response/http-error.ts'
export { withOpenHeaders } from './response/open-headers.ts'
export { answerFetch, answerTest } from './web/fetch-entry.ts'
export { noServer } from './web/no-server.ts'
