import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEST_LIMIT } from '../../test/programs/limits.ts'
import { publicPackages } from '../public-packages.ts'
import { installedVersions } from '../rehearsal/installed-versions.ts'
import { type Printed, run } from '../run.ts'

type Ranges = Record<string, string>

/**
 * The development tools that all examples share in the workspace, and that the manifest of a separate project has to
 * name.
 */
const TOOLS = ['@types/node', 'typescript', 'vitest']

/** The product, a copy of examples/noticeboard, in a folder of its own, with our packages installed from a registry. */
export class Product {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly #repository: string

  constructor(repository: string, folder: string, env: NodeJS.ProcessEnv) {
    this.#repository = repository
    this.folder = folder
    this.env = env
  }

  /**
   * Copies the files of the example that git tracks, without its packages, writes a `package.json` and a
   * `tsconfig.json` that do not refer to the workspace, and an `.env`, and runs `npm install`.
   */
  install(): void {
    const from = join(this.#repository, 'examples/noticeboard')
    const known = run('git', ['ls-files', '-z', '.'], { cwd: from }).stdout.split('\0').filter(Boolean)
    for (const file of known) if (!file.startsWith('packages/')) cpSync(join(from, file), join(this.folder, file))
    this.#write('package.json', this.#manifest())
    this.#write('tsconfig.json', tsconfig(this.#repository))
    writeFileSync(join(this.folder, '.env'), 'APP_SECRET=one that only this folder has, and nobody else\n')
    this.npm('install')
  }

  npm(...args: readonly string[]): Printed {
    return run('npm', args, { cwd: this.folder, env: this.env })
  }

  npx(...args: readonly string[]): Printed {
    return run('npx', args, { cwd: this.folder, env: this.env })
  }

  /** The version of each package of ours; fails if one is installed twice. */
  versions(): Readonly<Record<string, string>> {
    return installedVersions(this.folder)
  }

  expectMoved(before: Readonly<Ranges>, after: Readonly<Ranges>, expected: readonly string[]): void {
    const moved = Object.keys({ ...before, ...after }).filter((name) => after[name] !== before[name])
    assert.deepEqual(moved, expected)
  }

  /** The manifest of the example, with published ranges in place of those of the workspace. */
  #manifest(): object {
    const example = this.#read<Record<string, unknown>>('examples/noticeboard/package.json')
    const root = this.#read<{ readonly devDependencies: Ranges }>('package.json')
    const tools = Object.fromEntries(TOOLS.map((name) => [name, root.devDependencies[name] ?? '']))
    const dependencies = this.#ranges(example.dependencies as Ranges)
    const devDependencies = this.#ranges({ ...(example.devDependencies as Ranges), ...tools })
    const scripts = { ...(example.scripts as Ranges), test: `vitest run --dir . --testTimeout ${TEST_LIMIT}` }
    return { ...example, name: 'noticeboard', version: '1.0.0', scripts, dependencies, devDependencies }
  }

  #ranges(named: Ranges): Ranges {
    const versions = publicPackages(this.#repository)
    const catalog = readFileSync(join(this.#repository, 'pnpm-workspace.yaml'), 'utf8')
    const rangeOf = (name: string, range: string) => {
      if (range.startsWith('workspace:')) return `^${versions[name]}`
      if (range !== 'catalog:') return range
      const quoted = name.replace(/[/.]/g, '\\$&')
      return new RegExp(`^ {2}"?${quoted}"?: (.+)$`, 'm').exec(catalog)?.[1] ?? assert.fail(`no range of ${name}`)
    }
    return Object.fromEntries(Object.entries(named).map(([name, range]) => [name, rangeOf(name, range)]))
  }

  #read<T>(path: string): T {
    return JSON.parse(readFileSync(join(this.#repository, path), 'utf8')) as T
  }

  #write(file: string, content: object): void {
    writeFileSync(join(this.folder, file), `${JSON.stringify(content, undefined, 2)}\n`)
  }
}

/** A `tsconfig.json` for a separate project: the options of the workspace without those for building packages. */
function tsconfig(repository: string): object {
  const base = JSON.parse(readFileSync(join(repository, 'tsconfig.base.json'), 'utf8')) as {
    readonly compilerOptions: Readonly<Record<string, unknown>>
  }
  const taken = ['target', 'lib', 'module', 'types', 'strict', 'noUncheckedIndexedAccess', 'exactOptionalPropertyTypes']
  const more = [
    'noImplicitOverride',
    'noFallthroughCasesInSwitch',
    'verbatimModuleSyntax',
    'erasableSyntaxOnly',
    'skipLibCheck',
  ]
  const options = [...taken, ...more].map((name) => [name, base.compilerOptions[name]])
  return { compilerOptions: { ...Object.fromEntries(options), noEmit: true, allowImportingTsExtensions: true } }
}
