import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cleanCopy } from '../clean-copy.ts'
import { newFolder } from '../new-folder.ts'
import { type Registry, startRegistry } from '../registry/start.ts'
import { Releases } from './releases.ts'
import { Steps } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What a part of a rehearsal has: a registry on loopback with all packages, a folder, and steps that it prints. */
export interface Rehearsal {
  readonly registry: Registry
  readonly folder: string
  readonly steps: Steps
  /** The copy of this repository from which everything was published. */
  readonly copy: string
  readonly releases: Releases
}

/**
 * A part of a rehearsal: does what somebody does with what was published, and gives what they do once a minor of the
 * core is published, too.
 */
export type Part = (rehearsal: Rehearsal) => Promise<() => Promise<void>>

/**
 * Releases a copy of this repository to a registry that ends with us, once for all parts, and runs them as the program.
 * Of a rehearsal that fails the folder is kept, and the exit code is 1.
 */
export async function rehearse(parts: readonly Part[]): Promise<void> {
  const folder = newFolder('rehearsal')
  const steps = new Steps()
  try {
    const registry = await steps.take('start a registry on loopback', () => startRegistry(join(folder, 'registry')))
    try {
      await runParts(parts, await released(registry, folder, steps))
    } finally {
      process.kill(registry.pid)
    }
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nWhat there was is kept in ${folder}`)
    process.exitCode = 1
  }
  steps.total()
}

async function released(registry: Registry, folder: string, steps: Steps): Promise<Rehearsal> {
  const copy = join(folder, 'repository')
  await steps.take('copy the repository, and install', () => cleanCopy(ROOT, copy))
  const releases = new Releases(copy, registry.npmrc)
  await steps.take('pnpm build', () => releases.build())
  await steps.take('pnpm release:version', () => releases.version())
  await steps.take('pnpm release:pack, and publish what was packed', () => releases.publish())
  return { registry, folder, steps, copy, releases }
}

async function runParts(parts: readonly Part[], rehearsal: Rehearsal): Promise<void> {
  const { steps, releases } = rehearsal
  const rests: (() => Promise<void>)[] = []
  for (const part of parts) rests.push(await part(rehearsal))
  await steps.take('publish a minor of the core, which moves nothing else', () => releases.raise('@app/core'))
  for (const rest of rests) await rest()
}
