import { checkLimit } from '@app/http/framework'
import { type MetadataKey, routeMetadata } from '@app/router'

/**
 * The most octets of a body, for one route: `app.post('/files', save).with(BodyLimit, 50_000_000)`.
 *
 * It goes before the `bodyLimit` of the server for whoever reads behind routing, through `request.body` and `request.raw`
 * too; a limit that a reader has of its own, as `bodyParser({ limit })`, goes before both. In configuration it is
 * `metadata: { '@app/core/body-limit': 50_000_000 }`. A value that is no whole number of at least 0 is refused.
 */
export const BodyLimit: MetadataKey<number> = routeMetadata<number>('@app/core/body-limit', {
  check: (value) => checkLimit('BodyLimit', value),
})
