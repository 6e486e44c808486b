import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of a work tree, with its manifest and its source files. */
export interface SourcePackage {
  readonly name: string
  readonly folder: string
  readonly manifest: Manifest
  /** The paths of its source files without tests, relative to `folder`, such as `src/index.ts`. */
  readonly files: readonly string[]
}

/** The fields of a `package.json` that the tools and the tests of the repository read. */
export interface Manifest {
  readonly name: string
  readonly version?: string
  readonly description?: string
  readonly private?: boolean
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  /**
   * The field `app` of our manifests. It names, for example, the role of the package in an application, such as its
   * router.
   */
  readonly app?: Readonly<Record<string, unknown>>
  readonly exports?: Readonly<Record<string, string | object>>
  /** The targets of each `#name` in the manifest's `imports`, by condition. */
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The packages of a work tree, sorted by name. */
export function sourcePackages(root: string): readonly SourcePackage[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((path) => {
      const folder = join(root, path, '..')
      const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
      const files = globSync('src/**/*.ts', { cwd: folder }).filter((file) => !/\.test(\.helper|-kit)?\.ts$/.test(file))
      return { name: manifest.name, folder, manifest, files: files.sort() }
    })
}

/** The source text of a file of a package. */
export function sourceOf({ folder }: SourcePackage, file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}

/** The names of the packages that a file imports, types included and modules of node left out. */
export function packagesImportedBy(owner: SourcePackage, file: string): readonly string[] {
  return specifiersIn(sourceOf(owner, file))
    .flatMap((specifier) => PACKAGE_NAME.exec(specifier)?.[0] ?? [])
    .filter((name) => !name.startsWith('node:'))
}

/**
 * The files of its own package that a file imports; an import that depends on the platform gives a file for each
 * platform.
 */
export function filesImportedBy(owner: SourcePackage, file: string): readonly string[] {
  return specifiersIn(sourceOf(owner, file)).flatMap((specifier) => {
    if (specifier.startsWith('.')) return [join(file, '..', specifier)]
    const targets = Object.values(owner.manifest.imports?.[specifier] ?? {})
    return [...new Set(targets)].map((target) => target.replace('./', ''))
  })
}

/** The import cycles between files of a package: `a.ts -> b.ts -> a.ts`. */
export function circlesIn(owner: SourcePackage): readonly string[] {
  const targets = new Map(owner.files.map((file) => [file, filesImportedBy(owner, file)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at !== -1) circles.push([...path.slice(at), file].join(' -> '))
    if (at !== -1 || done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of owner.files) visit(file, [])
  return circles
}

function specifiersIn(source: string): readonly string[] {
  return [...source.matchAll(IMPORT)].map(([, specifier = '']) => specifier)
}

/**
 * Matches import and export statements at the beginning of a line, and `import()` anywhere. An import statement that
 * does not begin its line is a quotation in a comment or a template.
 */
const IMPORT =
  /(?:^(?:import|export)\s(?:type\s)?(?:[\w$]+|\*(?: as \w+)?|(?:\w+, )?\{[^}]*\})\sfrom\s|^import |\bimport\()'([^']+)'/gm
const PACKAGE_NAME = /^(?:@[\w-]+\/)?[\w-][\w.:-]*/
