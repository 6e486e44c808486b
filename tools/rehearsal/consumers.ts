import { join } from 'node:path'
import { BUN, NPM, PNPM, YARN } from './client.ts'
import { clientEnvironment, yarnSettings } from './client-environment.ts'
import { Consumer } from './consumer.ts'
import { createApplication, OTHERS } from './create-application.ts'
import { createPackage } from './create-package.ts'
import type { Part } from './rehearse.ts'
import { installPackages, updateCore } from './use-packages.ts'

/**
 * Does what users of the packages do: by npm, pnpm, yarn and bun, installs and updates packages, and swaps the router;
 * by npm, creates applications, and makes a package of their own.
 */
export const consumers: Part = async ({ registry, folder, steps }) => {
  const newcomer = clientEnvironment(registry.scopedNpmrc, join(folder, 'consumers'))
  for (const kind of OTHERS) await createApplication(steps, folder, newcomer, kind)

  const env = { ...clientEnvironment(registry.npmrc, join(folder, 'caches')), ...yarnSettings(registry.url) }
  const installed = [NPM, PNPM, YARN, BUN].map((client) => new Consumer(client, join(folder, client.name), env))
  for (const consumer of installed) await installPackages(steps, consumer)

  const afterMinor = async () => {
    for (const consumer of installed) await updateCore(steps, consumer)
    await createPackage(steps, folder, newcomer)
  }
  return { afterMinor }
}
