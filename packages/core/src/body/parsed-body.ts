import { type AttributeKey, sharedAttributeKey } from '../messages/attribute-key.ts'

/** What `bodyParser` made of the body; `undefined` where there was none. Check it: the client chose its shape. */
export const PARSED_BODY: AttributeKey<unknown> = sharedAttributeKey('parsed-body', undefined)
