import { join } from 'node:path'
import { cleanCopy } from './clean-copy.ts'
import { addAudit, publishAudit } from './product/audit.ts'
import { driveInBrowser } from './product/drive.ts'
import { Product } from './product/product.ts'
import { stopUnderClients } from './product/stop-under-clients.ts'
import { clientEnvironment } from './rehearsal/client-environment.ts'
import { onRegistry, type Rehearsal } from './rehearsal/on-registry.ts'
import { Releases } from './rehearsal/releases.ts'

const ROOT = join(import.meta.dirname, '..')

await onRegistry('product', liveWith)

/** Has examples/noticeboard live outside of the workspace, on packages of a registry, through what a year brings. */
async function liveWith({ registry, folder, steps }: Rehearsal): Promise<void> {
  const { npmrc, scopedNpmrc } = registry
  const copy = join(folder, 'repository')
  await steps.take('copy the repository, and install', () => cleanCopy(ROOT, copy))
  const releases = new Releases(copy, npmrc)
  await steps.take('build, version, pack and publish all packages', () => {
    releases.build()
    releases.version()
    releases.publish()
  })

  const env = clientEnvironment(scopedNpmrc, join(folder, 'caches'))
  const product = new Product(copy, join(folder, 'noticeboard'), env)
  await steps.take('copy the product to an empty folder, and npm install', () => product.install())
  await steps.take('npx app check', () => product.npx('app', 'check'))
  await steps.take('npm run types', () => product.npm('run', 'types'))
  await steps.take('npm test', () => product.npm('test'))
  await steps.take('npm start, and a visit in the browser', () => driveInBrowser(product))

  await steps.take('npm rm @app/router-find-my-way && npm i @app/router-trouter', () => {
    product.npm('rm', '@app/router-find-my-way')
    product.npm('install', '@app/router-trouter')
  })
  await steps.take('npm test, on the other router', () => product.npm('test'))

  await steps.take('publish a package of another team, @acme/audit', () => publishAudit(copy, npmrc, env))
  await steps.take('npx app add @acme/audit, which notes who did what', () => addAudit(product))

  await steps.take('publish a minor of the core, and npm update, which moves it alone', () => {
    const before = product.versions()
    releases.raise('@app/core')
    product.npm('update')
    const after = product.versions()
    product.expectMoved(before, after, ['@app/core'])
  })
  await steps.take('npm start, and a visit in the browser', () => driveInBrowser(product))
  await steps.take('SIGTERM under clients: nothing is lost', () => stopUnderClients(product))
}
