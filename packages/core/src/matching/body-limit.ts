import { checkLimit } from '@app/http/framework'
import { type MetadataKey, metadataKey } from '@app/router'

/**
 * The most octets of a body, for one route: `app.post('/files', save).with(BODY_LIMIT, 50_000_000)`.
 *
 * It goes before the `bodyLimit` of the server for whoever reads behind routing, through `request.body` and `request.raw`
 * too; a limit that a reader has of its own, as `bodyParser({ limit })`, goes before both. In configuration it is
 * `metadata: { '@app/core/body-limit': 50_000_000 }`. A value that is no whole number of at least 0 is refused.
 */
export const BODY_LIMIT: MetadataKey<number> = metadataKey<number>('@app/core/body-limit', {
  check: (value) => checkLimit('BODY_LIMIT', value),
})
