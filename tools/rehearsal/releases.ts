import assert from 'node:assert/strict'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { addChangeset } from '../add-changeset.ts'
import { publicPackages } from '../public-packages.ts'
import { run } from '../run.ts'

/** Where `pnpm release:pack` puts the tarballs. */
const PACKED = '.release'

/** Releases what is in a copy of the repository, by the commands of a real release. */
export class Releases {
  readonly #copy: string
  readonly #env: NodeJS.ProcessEnv

  /** The npmrc is of the user who may publish. */
  constructor(copy: string, npmrc: string) {
    this.#copy = copy
    this.#env = { ...process.env, npm_config_userconfig: npmrc }
  }

  build(): void {
    this.#pnpm('build')
  }

  /** Raises versions as the pending changesets say; right after a release there are none. */
  version(): void {
    if (globSync('.changeset/*.md', { cwd: this.#copy }).length > 0) this.#pnpm('release:version')
    this.#pnpm('exec', 'biome', 'check', ...globSync('packages/*/package.json', { cwd: this.#copy }))
    const early = Object.entries(publicPackages(this.#copy)).filter(([, version]) => version.startsWith('0.'))
    assert.deepEqual(early, [], 'below 1.0.0 a minor of one package breaks the peer ranges of others')
  }

  /** Packs and publishes as the jobs of the release do; fails for a tarball without the history of its changes. */
  publish(): void {
    rmSync(join(this.#copy, PACKED), { recursive: true, force: true })
    this.#pnpm('release:pack')
    for (const tarball of globSync(`${PACKED}/packages/*.tgz`, { cwd: this.#copy })) {
      assert.match(run('tar', ['-tzf', tarball], { cwd: this.#copy }).stdout, /^package\/CHANGELOG\.md$/m, tarball)
    }
    // npm starts twice for each package, which takes long where others work beside.
    run(process.execPath, ['tools/release/publish-packed.js', PACKED], {
      cwd: this.#copy,
      env: this.#env,
      limit: 1_800_000,
    })
  }

  /** Publishes the next minor of one package; fails when that moves the version of any other. */
  raise(name: string): void {
    const before = publicPackages(this.#copy)
    addChangeset(this.#copy, 'minor', [name], 'Something new.')
    this.version()
    const after = publicPackages(this.#copy)
    const moved = Object.keys(after).filter((other) => after[other] !== before[other])
    assert.deepEqual(moved, [name])
    this.publish()
  }

  /** Publishes a snapshot, and gives the overrides that it prints; fails when that changes a file. */
  snapshot(): Readonly<Record<string, string>> {
    const before = this.#changes()
    const printed = this.#pnpm('release:snapshot')
    assert.equal(this.#changes(), before)
    return (JSON.parse(printed.slice(printed.indexOf('{\n'))) as { readonly overrides: Record<string, string> })
      .overrides
  }

  #pnpm(...args: readonly string[]): string {
    return run('pnpm', args, { cwd: this.#copy, env: this.#env }).stdout
  }

  #changes(): string {
    return run('git', ['status', '--porcelain'], { cwd: this.#copy }).stdout
  }
}
