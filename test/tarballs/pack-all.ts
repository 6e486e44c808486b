import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { nextRelease } from '../../tools/packed/next-release.ts'
import { run } from '../../tools/run.ts'
import { ROOT, readPacked } from './workspace.ts'

/**
 * The fields of a manifest that npm shows on the page of a package, or needs for installing and importing the package.
 */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly license: string
  readonly homepage: string
  readonly bugs: string
  readonly author: string
  readonly repository: { readonly url: string; readonly directory: string }
  readonly type: string
  readonly sideEffects: boolean
  readonly engines: { readonly node: string }
  readonly files: readonly string[]
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A package, packed as it would be published. */
export interface Tarball {
  readonly name: string
  readonly path: string
  readonly files: readonly string[]
  readonly manifest: Manifest
}

declare module 'vitest' {
  export interface ProvidedContext {
    tarballs: readonly Tarball[]
  }
}

/** Returns the tests the tarball of every public package, packed as the next release of the work tree would pack it. */
export async function setup({ provide }: TestProject): Promise<void> {
  const { packed } = await nextRelease(ROOT)
  const tarballs = globSync('packages/*.tgz', { cwd: packed }).sort()
  provide(
    'tarballs',
    tarballs.map((file) => {
      const path = join(packed, file)
      const manifest = JSON.parse(readPacked(path, 'package.json')) as Manifest
      const listed = run('tar', ['-tzf', path], { cwd: ROOT }).stdout.trim().split('\n')
      return { name: manifest.name, path, files: listed.map((name) => name.replace('package/', '')), manifest }
    }),
  )
}
