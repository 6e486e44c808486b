import { join } from 'node:path'
import { NPM, PNPM } from './client.ts'
import { clientEnvironment } from './client-environment.ts'
import { Consumer } from './consumer.ts'
import { createApplication, OTHERS } from './create-application.ts'
import { createPackage } from './create-package.ts'
import type { Part } from './rehearse.ts'
import { installPackages, updateCore } from './use-packages.ts'

/**
 * Does what users of the packages do, by npm and by pnpm: creates applications, installs and updates packages, swaps
 * the router, and makes a package of their own.
 */
export const consumers: Part = async ({ registry, folder, steps }) => {
  const newcomer = clientEnvironment(registry.scopedNpmrc, join(folder, 'consumers'))
  for (const kind of OTHERS) await createApplication(steps, folder, newcomer, kind)

  const env = clientEnvironment(registry.npmrc, join(folder, 'caches'))
  const installed = [NPM, PNPM].map((client) => new Consumer(client, join(folder, client.name), env))
  for (const consumer of installed) await installPackages(steps, consumer)

  const afterMinor = async () => {
    for (const consumer of installed) await updateCore(steps, consumer)
    await createPackage(steps, folder, newcomer)
  }
  return { afterMinor }
}
