import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { addChangeset } from '../add-changeset.ts'
import { commitAll } from '../clean-copy.ts'
import { EXPERIMENTAL } from '../experimental.ts'
import { PACKED, pack, raiseVersions } from '../packed/next-release.ts'
import { publicPackages } from '../public-packages.ts'
import type { Registry } from '../registry/start.ts'
import { run } from '../run.ts'
import type { Steps } from './steps.ts'

const CORE = '@app/core'
/** The entry point of the core to which the rehearsed minor adds a name. */
const DOOR = './extending'
const NEW_NAME = 'rehearsed'
const CHANGESET = 'rehearsed'

/**
 * How packages are published: by the program of a real release (`by npm`), or all in one process (`at once`), which is
 * faster, since a real release starts npm twice for each package.
 */
export type How = 'at once' | 'by npm'
/** Which releases are checked on their commit: `pnpm lint`, the tests in `test/repository`, and `changeset status`. */
export type Proven = 'none' | 'first' | 'each'
type Level = 'minor' | 'major'
type Versions = Readonly<Record<string, string>>

/** Releases a copy of the repository, by the commands of a real release. */
export class Releases {
  readonly #copy: string
  readonly #registry: Registry
  readonly #steps: Steps
  readonly #proven: Proven
  readonly #env: NodeJS.ProcessEnv

  constructor(copy: string, registry: Registry, steps: Steps, proven: Proven) {
    this.#copy = copy
    this.#registry = registry
    this.#steps = steps
    this.#proven = proven
    this.#env = { ...process.env, npm_config_userconfig: registry.npmrc }
  }

  /**
   * Publishes the tarballs that are already in the copy, which is on the commit from which they were packed; fails if
   * a version is below 1.0.0, except those of the experimental packages.
   */
  async first(how: How): Promise<void> {
    await this.#publish('the packages of the work tree', how, this.#proven !== 'none')
    const early = Object.entries(publicPackages(this.#copy)).filter(([, version]) => version.startsWith('0.'))
    assert.deepEqual(early.map(([name]) => name).sort(), EXPERIMENTAL)
  }

  /**
   * Releases a minor of the core, which has a new export; fails if the release raises the version of any other package.
   */
  async minor(): Promise<void> {
    const path = this.#door()
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nexport const ${NEW_NAME}: string = 'a minor'\n`)
    await this.#steps.take('a minor of the core: pnpm api, a changeset, and commit', () =>
      this.#announce('minor', [CORE], 'Something new.'),
    )
    const moved = await this.#release('a minor of the core', 'by npm')
    assert.deepEqual(Object.keys(moved), [CORE])
  }

  /**
   * Releases a major of the core, which lacks the export that the minor added, together with breaking changes of all
   * packages that require the core: majors, and minors of the experimental packages.
   */
  async major(): Promise<void> {
    const path = this.#door()
    writeFileSync(path, readFileSync(path, 'utf8').replace(new RegExp(`\nexport const ${NEW_NAME}\\b.*\n`), ''))
    const missing = await this.#steps.take(
      'a major of the core alone: refused, until all packages that need it get a major too',
      () => {
        this.#announce('major', [CORE], 'Something is gone.')
        const named = this.#refused()
        const levelled = (level: Level) => named.filter((one) => one.level === level).map(({ name }) => name)
        addChangeset(this.#copy, 'major', [CORE, ...levelled('major')], 'Something is gone.', CHANGESET)
        addChangeset(this.#copy, 'minor', levelled('minor'), 'Something is gone.')
        commitAll(this.#copy, 'Break what needs the core')
        return named
      },
    )
    const before = publicPackages(this.#copy)
    const moved = await this.#release('a major of the core, with majors of all packages that need it', 'at once')
    const broken = [{ name: CORE, level: 'major' as const }, ...missing].map(({ name, level }) => [
      name,
      semver.inc(before[name] ?? '', level),
    ])
    assert.deepEqual(moved, Object.fromEntries(broken.sort()))
  }

  /**
   * Raises versions, commits, packs and publishes; returns the new version of each package whose version was raised.
   */
  async #release(what: string, how: How): Promise<Versions> {
    const before = publicPackages(this.#copy)
    await this.#steps.take(`${what}: pnpm release:version, and commit`, () => raiseVersions(this.#copy))
    rmSync(join(this.#copy, PACKED), { recursive: true })
    await this.#steps.take(`${what}: pnpm release:pack`, () => pack(this.#copy, this.#env))
    await this.#publish(what, how, this.#proven === 'each')
    const after = publicPackages(this.#copy)
    return Object.fromEntries(
      Object.entries(after)
        .filter(([name, version]) => before[name] !== version)
        .sort(),
    )
  }

  async #publish(what: string, how: How, isProven: boolean): Promise<void> {
    if (isProven) await this.#prove(`${what}: lint and all tests of the repository pass on the commit of the release`)
    await this.#steps.take(`${what}: publish the tarballs, ${how}`, () => this.#send(how))
  }

  async #prove(what: string): Promise<void> {
    await this.#steps.take(what, () => {
      this.#pnpm('lint')
      run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/repository'], { cwd: this.#copy })
      this.#pnpm('changeset', 'status')
      assert.equal(this.#changes(), '')
    })
  }

  #send(how: How): void {
    const { url, token } = this.#registry
    const args =
      how === 'by npm'
        ? ['tools/release/publish-packed.js', PACKED]
        : [join(import.meta.dirname, '../registry/publish.js'), PACKED, url, token]
    run(process.execPath, args, { cwd: this.#copy, env: this.#env })
  }

  /**
   * Runs `pnpm release:version` with changesets that the command has to refuse, since they give a major to one package
   * and not to those that depend on it. Returns what these packages need, as its error lists them. Fails if the command
   * does not refuse.
   */
  #refused(): readonly { readonly name: string; readonly level: Level }[] {
    try {
      this.#pnpm('release:version')
    } catch (error) {
      const { message } = error as Error
      assert.match(message, /Nothing was written\./)
      return [...message.matchAll(/^'(.+)': (major|minor)$/gm)].map(([, name = '', level]) => ({
        name,
        level: level as Level,
      }))
    }
    return assert.fail('pnpm release:version has accepted a major of the core alone')
  }

  /** Commits a change of the core, with its `api.md` and a changeset. */
  #announce(level: 'minor' | 'major', names: readonly string[], text: string): void {
    addChangeset(this.#copy, level, names, text, CHANGESET)
    this.#pnpm('api')
    commitAll(this.#copy, text)
  }

  /** The path of the source file of the entry point `DOOR`. */
  #door(): string {
    const folder = join(this.#copy, 'packages/core')
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, string>>
    }
    return join(folder, exports[DOOR] ?? assert.fail(`the core has no ${DOOR}`))
  }

  #pnpm(...args: readonly string[]): string {
    return run('pnpm', args, { cwd: this.#copy, env: this.#env }).stdout
  }

  #changes(): string {
    return run('git', ['status', '--porcelain'], { cwd: this.#copy }).stdout
  }
}
