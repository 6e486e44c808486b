import { join } from 'node:path'
import { cleanCopy } from './clean-copy.ts'
import { NPM, PNPM } from './clients/clients.ts'
import { clientEnvironment } from './rehearsal/client-environment.ts'
import { Consumer } from './rehearsal/consumer.ts'
import { createApplications } from './rehearsal/create-applications.ts'
import { createPackage } from './rehearsal/create-package.ts'
import { followPages } from './rehearsal/follow-pages.ts'
import { onRegistry, type Rehearsal } from './rehearsal/on-registry.ts'
import { overridePackages } from './rehearsal/override-packages.ts'
import { proveClients } from './rehearsal/prove-clients.ts'
import { Releases } from './rehearsal/releases.ts'
import { installPackages, updateCore, useSnapshot } from './rehearsal/use-packages.ts'

/** Those that updates are tried with; `proveClients` tries all. */
const CLIENTS = [NPM, PNPM]

await onRegistry('rehearsal', rehearse)

/** Releases a copy of this repository to a registry that ends with us, and does what consumers do. */
async function rehearse({ registry, folder, steps }: Rehearsal): Promise<void> {
  const { npmrc, scopedNpmrc } = registry
  const copy = join(folder, 'repository')
  await steps.take('copy the repository, and install', () => cleanCopy(join(import.meta.dirname, '..'), copy))
  const releases = new Releases(copy, npmrc)
  await steps.take('pnpm build', () => releases.build())
  await steps.take('pnpm release:version', () => releases.version())
  await steps.take('pnpm release:pack, and publish what was packed', () => releases.publish())

  const newcomer = clientEnvironment(scopedNpmrc, join(folder, 'newcomer'))
  await followPages(steps, join(folder, 'pages'), newcomer)
  await createApplications(steps, folder, newcomer)

  await proveClients(steps, join(folder, 'clients'), registry)

  const env = clientEnvironment(npmrc, join(folder, 'caches'))
  const consumers = CLIENTS.map((client) => new Consumer(client, join(folder, client.name), env))
  for (const consumer of consumers) await installPackages(steps, consumer)

  await steps.take('publish a minor of the core, which moves nothing else', () => releases.raise('@app/core'))
  for (const consumer of consumers) await updateCore(steps, consumer)
  await createPackage(steps, folder, newcomer)

  const versions = await steps.take('pnpm release:snapshot, which changes no file', () => releases.snapshot())
  for (const client of CLIENTS)
    await useSnapshot(steps, new Consumer(client, join(folder, `${client.name}-snapshot`), env))
  for (const client of CLIENTS) await overridePackages(steps, client, { folder, env, versions })
}
