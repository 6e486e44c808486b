export { developmentErrorResponder } from './development/development-error-responder.ts'
export { isSecretName, MASK, maskText } from './development/secrets.ts'
export type { SourceExcerpt, StackFrame } from './development/thrown-error.ts'
export { type ThrownError, thrownErrors } from './development/thrown-error.ts'
