import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Manifest {
  readonly name: string
  readonly bin?: object
  readonly publishConfig: {
    readonly exports: Readonly<Record<string, { readonly types: string }>>
    readonly imports?: Readonly<Record<string, { readonly types: string }>>
  }
}

const packages = globSync('packages/*/package.json', { cwd: join(import.meta.dirname, '../../..') })
  .map((path) => join(import.meta.dirname, '../../..', path))
  .map((path) => ({ folder: join(path, '..'), manifest: JSON.parse(readFileSync(path, 'utf8')) as Manifest }))
  // Packages with a command are left out, since a command needs node in any case.
  .filter(({ manifest }) => !manifest.bin)
  .map(({ folder, manifest }) => ({ name: manifest.name, folder, ...manifest.publishConfig }))

describe.each(packages)('$name', ({ folder, exports, imports = {} }) => {
  test('the declarations of the package import no module of node, except where a comment with @ts-ignore stands before it', () => {
    const seen = new Set<string>()
    const naming: string[] = []
    const visit = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      expect(existsSync(file), `${file}: build first`).toBe(true)
      for (const [, ignored, specifier = ''] of readFileSync(file, 'utf8').replace(EXAMPLE, '').matchAll(SPECIFIER)) {
        if (specifier.startsWith('node:') && !ignored) naming.push(`${file}: ${specifier}`)
        else if (specifier.startsWith('.')) visit(join(file, '..', specifier.replace(/\.ts$/, '.d.ts')))
        else if (specifier.startsWith('#')) visit(join(folder, imports[specifier]?.types ?? specifier))
      }
    }
    for (const { types } of Object.values(exports)) visit(join(folder, types))
    expect(naming).toEqual([])
  })
})

/**
 * Matches a doc comment. Doc comments are removed before imports are searched, since their examples contain imports; a
 * comment with `@ts-ignore` stays, since `SPECIFIER` needs it.
 */
const EXAMPLE = /\/\*\*(?:(?!@ts-ignore)[\s\S])*?\*\//g

/** Matches an import in declarations; the first group matches if a comment tells the compiler to ignore the import. */
const SPECIFIER = /(@ts-ignore.*\n.*)?(?:from |import\()['"]([^'"]+)['"]/g
