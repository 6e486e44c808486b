import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoadedApplication } from './load-application.ts'

type Proofs = typeof import('@app/proofs')

/**
 * Loads the `@app/proofs` that the application would import, since the proofs read internals of `@app/core`, which have
 * to be of the copy that the application uses. If the application has none, loads the `@app/proofs` that this package
 * depends on.
 */
export async function proofsOf({ root }: Pick<LoadedApplication, 'root'>): Promise<Proofs> {
  try {
    const file = createRequire(join(root, 'package.json')).resolve('@app/proofs')
    return (await import(pathToFileURL(file).href)) as Proofs
  } catch {
    return import('@app/proofs')
  }
}
