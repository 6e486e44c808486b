import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoadedApplication } from './load-application.ts'

type Proofs = typeof import('@app/proofs')

/**
 * Loads the copy of `@app/proofs` that the application would import: the proofs read internals of `@app/core`, and have
 * to use the same copy of the core as the application. If the application has no `@app/proofs`, loads the copy that
 * this package depends on.
 */
export async function proofsOf({ root }: Pick<LoadedApplication, 'root'>): Promise<Proofs> {
  try {
    const file = createRequire(join(root, 'package.json')).resolve('@app/proofs')
    return (await import(pathToFileURL(file).href)) as Proofs
  } catch {
    return import('@app/proofs')
  }
}
