import { join } from 'node:path'
import { clientEnvironment } from '../rehearsal/client-environment.ts'
import type { Part } from '../rehearsal/rehearse.ts'
import { addAudit, publishAudit } from './audit.ts'
import { driveInBrowser } from './drive.ts'
import { Product } from './product.ts'
import { stopUnderClients } from './stop-under-clients.ts'

/**
 * Installs examples/noticeboard outside of the workspace, with packages from the registry of the rehearsal, and makes
 * the changes of a typical year: another router, a package of another team, and an update.
 */
export const product: Part = async ({ registry, folder, steps, copy }) => {
  const { npmrc, scopedNpmrc } = registry
  const env = clientEnvironment(scopedNpmrc, join(folder, 'product-caches'))
  const board = new Product(copy, join(folder, 'noticeboard'), env)
  await steps.take('copy the product to an empty folder, and npm install', () => board.install())
  await steps.take('npx app check', () => board.npx('app', 'check'))
  await steps.take('npm run types', () => board.npm('run', 'types'))
  await steps.take('npm test', () => board.npm('test'))
  await steps.take('npm start, and a visit in the browser', () => driveInBrowser(board))

  await steps.take('npm rm @app/router-find-my-way && npm i @app/router-trouter', () => {
    board.npm('rm', '@app/router-find-my-way')
    board.npm('install', '@app/router-trouter')
  })
  await steps.take('npm test, on the other router', () => board.npm('test'))

  await steps.take('publish a package of another team, @acme/audit', () => publishAudit(copy, npmrc, env))
  await steps.take('npx app add @acme/audit, which records who did what', () => addAudit(board))
  const before = board.versions()

  const afterMinor = async () => {
    await steps.take('npm update of the product, which changes only the core', () => {
      board.npm('update')
      board.expectMoved(before, board.versions(), ['@app/core'])
    })
    await steps.take('npm start, and a visit in the browser', () => driveInBrowser(board))
    await steps.take('SIGTERM while clients send requests: no request is lost', () => stopUnderClients(board))
  }
  return { afterMinor }
}
