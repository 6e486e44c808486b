import type { StaticConfig } from '@app/static'

export default {
  static: { folder: new URL('../../public/', import.meta.url), cacheControl: 'public, max-age=60' },
} satisfies StaticConfig
