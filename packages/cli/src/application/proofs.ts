import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LoadedApplication } from './load-application.ts'

type Proofs = typeof import('@app/proofs')

/**
 * Loads `@app/proofs` beside the copy of the core that the application uses, since proofs read its internals; else the
 * copy that this package depends on.
 */
export async function proofsOf({ root }: Pick<LoadedApplication, 'root'>): Promise<Proofs> {
  try {
    const file = createRequire(join(root, 'package.json')).resolve('@app/proofs')
    return (await import(pathToFileURL(file).href)) as Proofs
  } catch {
    return import('@app/proofs')
  }
}
