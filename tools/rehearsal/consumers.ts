import { join } from 'node:path'
import { NPM, PNPM } from '../clients/clients.ts'
import { clientEnvironment } from './client-environment.ts'
import { Consumer } from './consumer.ts'
import { createApplication, OTHERS } from './create-application.ts'
import { createPackage } from './create-package.ts'
import { overridePackages } from './override-packages.ts'
import { proveClients } from './prove-clients.ts'
import type { Part } from './rehearse.ts'
import { installPackages, updateCore, useSnapshot } from './use-packages.ts'

/**
 * The package managers with which updates are tried; `proveClients` tries the installation with all package managers.
 */
const CLIENTS = [NPM, PNPM]

/**
 * Does what users of the packages do, with several package managers: creates applications, installs and updates
 * packages, and tries a snapshot.
 */
export const consumers: Part = async ({ registry, folder, steps, releases }) => {
  const newcomer = clientEnvironment(registry.scopedNpmrc, join(folder, 'consumers'))
  for (const kind of OTHERS) await createApplication(steps, folder, newcomer, kind)

  await proveClients(steps, join(folder, 'clients'), registry)

  const env = clientEnvironment(registry.npmrc, join(folder, 'caches'))
  const installed = CLIENTS.map((client) => new Consumer(client, join(folder, client.name), env))
  for (const consumer of installed) await installPackages(steps, consumer)

  const afterMinor = async () => {
    for (const consumer of installed) await updateCore(steps, consumer)
    await createPackage(steps, folder, newcomer)

    const versions = await steps.take('pnpm release:snapshot, which changes no file', () => releases.snapshot())
    for (const client of CLIENTS)
      await useSnapshot(steps, new Consumer(client, join(folder, `${client.name}-snapshot`), env))
    for (const client of CLIENTS) await overridePackages(steps, client, { folder, env, versions })
  }
  return { afterMinor }
}
