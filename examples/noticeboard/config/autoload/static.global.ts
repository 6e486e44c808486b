import type { Config } from '@app/core'
import { serveStatic } from '@app/static'

const cacheControl = 'public, max-age=60'
/**
 * Scripts in the browser import the published files of `@app/client` and `@app/endpoint`. These files are modules
 * already, so nothing has to be built.
 */
const modules = new URL('../../node_modules/@app/', import.meta.url)

export default {
  static: { folder: new URL('../../public/', import.meta.url), cacheControl },
  dependencies: {
    factories: {
      'noticeboard/client-files': () => serveStatic(new URL('client/dist/', modules), { cacheControl }),
      'noticeboard/endpoint-files': () => serveStatic(new URL('endpoint/dist/', modules), { cacheControl }),
    },
  },
  middleware_pipeline: {
    'client-files': { path: '/modules/client', middleware: 'noticeboard/client-files', priority: 6_500 },
    'endpoint-files': { path: '/modules/endpoint', middleware: 'noticeboard/endpoint-files', priority: 6_500 },
  },
} satisfies Config
