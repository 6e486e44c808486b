import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../new-folder.ts'
import { type Registry, startRegistry } from '../registry/start.ts'
import { Steps } from './steps.ts'

/** What a rehearsal has: an empty registry on loopback, a folder of its own, and steps that it prints. */
export interface Rehearsal {
  readonly registry: Registry
  readonly folder: string
  readonly steps: Steps
}

/**
 * Runs a rehearsal as the program, and ends what it has started. Of one that fails the folder is kept, and the exit code
 * is 1.
 */
export async function onRegistry(name: string, rehearse: (rehearsal: Rehearsal) => Promise<void>): Promise<void> {
  const folder = newFolder(name)
  const steps = new Steps()
  try {
    const registry = await steps.take('start a registry on loopback', () => startRegistry(join(folder, 'registry')))
    try {
      await rehearse({ registry, folder, steps })
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
