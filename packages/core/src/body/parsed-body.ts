import { type AttributeKey, sharedAttributeKey } from '../messages/attribute-key.ts'

/** The body that `bodyParser` has parsed; `undefined` without a body. Validate it: the client chooses its shape. */
export const PARSED_BODY: AttributeKey<unknown> = sharedAttributeKey('parsed-body', undefined)
