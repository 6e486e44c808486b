import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../clients/clients.ts'
import { run } from '../run.ts'
import { Consumer } from './consumer.ts'
import type { Steps } from './steps.ts'

/** The version of each package of a snapshot, by the name of the package. */
export type Versions = Readonly<Record<string, string>>

const OURS = ['@app/core', '@app/router-find-my-way']

/**
 * Installs a snapshot of our packages in an application that also needs a package of another team: the one that
 * `createPackage()` has made in the folder `audit`. The version ranges of that package exclude the snapshot, so the
 * manifest of the application gets the overrides that `pnpm release:snapshot` prints. Fails if a package of ours is
 * installed in two versions.
 */
export async function overridePackages(
  steps: Steps,
  client: Client,
  { folder, env, versions }: { readonly folder: string; readonly env: NodeJS.ProcessEnv; readonly versions: Versions },
): Promise<void> {
  await steps.take(`${client.name}: install the snapshot beside a package that excludes it`, () => {
    const cwd = join(folder, `${client.name}-overrides`)
    const consumer = new Consumer(client, cwd, env)
    override(cwd, versions)
    consumer.add(packed(join(folder, 'audit'), env))
    const installed = Object.entries(consumer.versions()).filter(([name]) => name in versions)
    assert.deepEqual(
      installed.filter(([name, version]) => version !== versions[name]),
      [],
    )
    assert.ok(installed.length > OURS.length, 'the packages that the core and the router need are not installed')
    consumer.answers('FindMyWayRouter')
  })
}

/**
 * Writes the dependencies of the application, in exact versions, and the overrides at the places where npm and pnpm
 * read them.
 */
function override(folder: string, overrides: Versions): void {
  const path = join(folder, 'package.json')
  const dependencies = Object.fromEntries(OURS.map((name) => [name, overrides[name]]))
  writeFileSync(
    path,
    JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), dependencies, overrides }, undefined, 2),
  )
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), `overrides: ${JSON.stringify(overrides)}\n`)
}

/** Packs the package of the other team, and gives the path of the tarball. */
function packed(folder: string, env: NodeJS.ProcessEnv): string {
  const { stdout } = run('npm', ['pack'], { cwd: folder, env })
  return join(folder, stdout.trim().split('\n').at(-1) ?? '')
}
