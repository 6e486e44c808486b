import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { newFolder } from '../../tools/new-folder.ts'
import { run } from '../../tools/run.ts'
import { PNPM, ROOT, readPacked } from './workspace.ts'

/** What npm shows and resolves of a package. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly license: string
  readonly homepage: string
  readonly bugs: string
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

/** A package as it would be published. */
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

const folder = newFolder('tarballs')

/** Builds and packs every public package with pnpm, as a release does, once for all files of tests. */
export function setup({ provide }: TestProject): void {
  // What turbo has in its cache it writes beside what an earlier build left, and that would be packed too.
  for (const dist of globSync('packages/*/dist', { cwd: ROOT })) rmSync(join(ROOT, dist), { recursive: true })
  run('npx', [...PNPM, 'build'], { cwd: ROOT })
  const args = [...PNPM, '--filter', './packages/*', 'pack', '--json', '--pack-destination', folder]
  const packed = JSON.parse(run('npx', args, { cwd: ROOT }).stdout) as {
    name: string
    filename: string
    files: { path: string }[]
  }[]
  provide(
    'tarballs',
    packed.map(({ name, filename, files }) => ({
      name,
      path: filename,
      files: files.map((file) => file.path),
      manifest: JSON.parse(readPacked(filename, 'package.json')) as Manifest,
    })),
  )
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true })
}
