export { developmentErrorResponder } from './development/development-error-responder.ts'
