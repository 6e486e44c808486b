import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { builtCopy } from '../clean-copy.ts'
import { newFolder } from '../new-folder.ts'
import { nextRelease, PACKED } from '../packed/next-release.ts'
import { type Registry, startRegistry } from '../registry/start.ts'
import { laterReleases, release } from './release.ts'
import { type How, type Proven, Releases } from './releases.ts'
import { Steps } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * The objects that a part of a rehearsal uses: a registry on loopback to which all packages are released, a folder for
 * the files of the part, and `steps`, which runs and prints each step.
 */
export interface Rehearsal {
  readonly registry: Registry
  readonly folder: string
  readonly steps: Steps
  /** The copy of this repository from which everything was published. */
  readonly copy: string
  readonly releases: Releases
}

/** The steps of a part that run after further releases: after a minor of the core, and after a major of the core. */
export interface Later {
  readonly afterMinor?: () => Promise<void>
  readonly afterMajor?: () => Promise<void>
}

/**
 * A part of a rehearsal: the steps of a user with the published packages. A part may return steps that run after
 * further releases. The major is released only if a part has steps after it, and the minor only if a part has steps
 * after either.
 */
export type Part = (rehearsal: Rehearsal) => Promise<Later>

/**
 * Starts a registry on loopback, releases a copy of this repository to it once, runs all parts against that release,
 * and stops the registry. If a step fails, the folder of the rehearsal is kept, and the exit code is 1. `how` is how the
 * release is published.
 */
export async function rehearse(parts: readonly Part[], how: How): Promise<void> {
  const folder = newFolder('rehearsal')
  // Processes that are started below put their temporary files into this folder, so that the files are deleted with it.
  process.env.TMPDIR = folder
  const steps = new Steps()
  try {
    const registry = await steps.take('start a registry on loopback', () => startRegistry(join(folder, 'registry')))
    try {
      const copy = join(folder, 'repository')
      const next = await steps.take('raise versions, build and pack, unless that is done', () => nextRelease(ROOT))
      await steps.take('copy the next release, and install it', () => {
        builtCopy(next.repository, copy)
        cpSync(next.packed, join(copy, PACKED), { recursive: true })
      })
      const releases = new Releases(copy, registry, steps, provenBy(parts))
      await runParts(parts, how, { registry, folder, steps, copy, releases })
    } finally {
      process.kill(registry.pid)
    }
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nThe files of this run are kept in ${folder}`)
    process.exitCode = 1
  }
  steps.total()
}

function provenBy(parts: readonly Part[]): Proven {
  if (parts.includes(laterReleases)) return 'each'
  return parts.includes(release) ? 'first' : 'none'
}

async function runParts(parts: readonly Part[], how: How, rehearsal: Rehearsal): Promise<void> {
  await rehearsal.releases.first(how)
  const later: Later[] = []
  for (const part of parts) later.push(await part(rehearsal))
  const [afterMinor, afterMajor] = [
    later.flatMap((one) => one.afterMinor ?? []),
    later.flatMap((one) => one.afterMajor ?? []),
  ]
  if (afterMinor.length + afterMajor.length > 0) await rehearsal.releases.minor()
  for (const next of afterMinor) await next()
  if (afterMajor.length > 0) await rehearsal.releases.major()
  for (const next of afterMajor) await next()
}
