import type { Config } from '@app/core'

export default {
  static: { folder: new URL('../../public/', import.meta.url), cacheControl: 'public, max-age=60' },
} satisfies Config
