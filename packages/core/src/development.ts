export { developmentErrorResponder } from './development/development-error-responder.ts'
export { isSecretName, MASK, maskText } from './development/secrets.ts'
