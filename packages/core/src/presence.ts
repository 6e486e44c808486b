export {
  type AnyAttributeKey,
  after,
  type NotProvided,
  type Present,
  type ProvidedBy,
  type Provides,
  provides,
  type Reading,
  reads,
} from '@app/http'
export type { OneMiddleware, PartLike } from './middleware/middleware.ts'
