import { Application } from '@app/core'
import { securityHeaders } from '@app/security-headers'
import { assets, serveStatic } from '@app/static'
import { render, view } from '@app/view'
import { EtaRenderer } from '@app/view-eta'

/** The folder that a build has written, with the manifest of Vite. */
export function withBuild(folder: URL): Application {
  const app = new Application().pipe(securityHeaders())
  const built = assets({ manifest: new URL('.vite/manifest.json', folder) })
  app.pipe(serveStatic(folder, { assets: built }))
  app.pipe(view({ renderer: new EtaRenderer({ folder: new URL('./templates/', import.meta.url) }) }))
  return app.pipe((request) => render(request, 'built'))
}
