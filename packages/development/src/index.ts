export { type DevelopmentErrorOptions, developmentErrorResponder } from './development-error-responder.ts'
export { reasonToHide } from './reason-to-hide.ts'
export { isSecretName, MASK, maskTarget, maskText, maskValue } from './secrets.ts'
export { type SourceExcerpt, type StackFrame, type ThrownError, thrownErrors } from './thrown-error.ts'
