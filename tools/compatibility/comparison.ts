import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { floorsOf } from './floors.ts'
import { filesAt, isReleaseCommit } from './last-release.ts'
import { replacePackage } from './replace-package.ts'
import { type PackedPackage, type Tree, tarballsOf } from './trees.ts'
import {
  applicationsOf,
  contractOf,
  excludedBy,
  type Failure,
  type Outcome,
  type Subject,
  subjectsOn,
  tryOut,
} from './trial.ts'

/**
 * The results of each subject, such as a package with its tests: one result for each set of packages on which the
 * subject was tried. A subject is not tried on a set that contains a version outside of its ranges; the package and the
 * range are listed in place of a result.
 */
type Outcomes = ReadonlyMap<string, readonly (Outcome | Excluded)[]>

interface Excluded {
  /** The package whose version is outside of the range, and the range that the subject requires. */
  readonly asksFor: readonly [name: string, range: string]
}

/**
 * The file of the tests of the last release that fail on purpose, each with its reason. `pnpm release:version` empties
 * it.
 */
export const ON_PURPOSE = 'tools/compatibility/changed-on-purpose.json'

/** On the commit of a release, which has emptied the file, the tests are those that the file named before. */
function testsOnPurpose(root: string): readonly string[] {
  const before = isReleaseCommit(root) ? filesAt(root, 'HEAD~1', [ON_PURPOSE])[0] : undefined
  return Object.keys(JSON.parse(before ?? readFileSync(join(root, ON_PURPOSE), 'utf8')))
}

/**
 * Compares the last release with the next one, by running the tests of each release on the packages of the other
 * release.
 */
export class Comparison {
  readonly #released: Tree
  readonly #next: Tree
  readonly #packed: ReadonlyMap<Tree, readonly PackedPackage[]>
  readonly #onPurpose: readonly string[]
  readonly #isByFloor: boolean

  /**
   * `released` and `next` are trees: built copies of the repository. `changed` names the packages that are exchanged
   * between the trees: floor by floor with `isByFloor`, otherwise all at once. `root` is the work tree, which has the
   * reasons for intended changes.
   */
  constructor(released: Tree, next: Tree, root: string, changed: readonly string[], isByFloor: boolean) {
    this.#released = released
    this.#next = next
    this.#onPurpose = testsOnPurpose(root)
    this.#isByFloor = isByFloor
    // A package that only one of the trees has cannot be exchanged.
    const both = changed.filter((name) => name in released.versions && name in next.versions)
    this.#packed = new Map([released, next].map((tree) => [tree, tarballsOf(tree, both)]))
  }

  /** Runs the tests of the last release on the packages of the next release. */
  onNext(): Outcomes {
    return this.#climb(this.#released, this.#next)
  }

  /**
   * Runs the tests of the next release on the packages of the last release. Afterwards the packages of the next release
   * can no longer be packed, since packages of the last release have replaced them in their tree.
   */
  onReleased(): Outcomes {
    return this.#climb(this.#next, this.#released)
  }

  /**
   * Replaces the exchanged packages of a tree by those of another tree, floor by floor from below: a package needs only
   * packages of lower floors. After each floor, runs the tests of the packages that were just exchanged, and of the
   * packages that need an exchanged package and are not exchanged yet. Applications and the contract are tried on the
   * lowest floor, and applications once more on the highest. If all are exchanged at once, there is one floor.
   */
  #climb(tree: Tree, other: Tree): Outcomes {
    const outcomes = new Map<string, (Outcome | Excluded)[]>()
    const [own = [], others = []] = [this.#packed.get(tree), this.#packed.get(other)]
    const floors = this.#isByFloor
      ? floorsOf(tree.root).map((floor) => others.filter(({ name }) => floor.includes(name)))
      : [others]
    const exchanged: PackedPackage[] = []
    const versions = { ...tree.versions }
    const highest = floors.findLastIndex((floor) => floor.length > 0)
    for (const [index, floor] of floors.entries()) {
      if (floor.length === 0) continue
      const subjects = subjectsOn(
        tree,
        floor.map(({ name }) => name),
      ).filter(({ name }) => !exchanged.some((one) => one.name === name))
      for (const one of floor) {
        replacePackage(tree, one)
        versions[one.name] = other.versions[one.name] ?? ''
      }
      exchanged.push(...floor)
      const all = [
        ...subjects,
        ...(index === 0 || index === highest ? [applicationsOf(tree)] : []),
        ...(floor.some(({ name }) => name === '@app/core') ? [contractOf(tree)] : []),
      ]
      const asking = all.map((subject) => [subject, excludedBy(subject, versions)] as const)
      const tried = this.#tryOn(
        tree,
        asking.flatMap(([subject, asksFor]) => (asksFor ? [] : [subject])),
        exchanged,
        own.filter(({ name }) => exchanged.some((one) => one.name === name)),
      )
      for (const [subject, asksFor] of asking) {
        const outcome = asksFor ? { asksFor } : tried.get(subject)
        if (outcome) outcomes.set(subject.name, [...(outcomes.get(subject.name) ?? []), outcome])
      }
    }
    return outcomes
  }

  /**
   * Tries subjects on the exchanged packages in their tree. Tests that also fail without the exchange are left out,
   * since they prove nothing about the exchanged packages.
   */
  #tryOn(
    tree: Tree,
    subjects: readonly Subject[],
    exchanged: readonly PackedPackage[],
    own: readonly PackedPackage[],
  ): ReadonlyMap<Subject, Outcome> {
    if (subjects.length === 0) return new Map()
    const outcomes = tryOut(tree, subjects, this.#isKnown)
    const failing = subjects.filter((subject) =>
      outcomes.get(subject)?.failures.some(({ name }) => !this.#isKnown(name)),
    )
    if (failing.length === 0) return outcomes
    for (const one of own) replacePackage(tree, one)
    const onOwn = tryOut(tree, failing, this.#isKnown)
    for (const one of exchanged) replacePackage(tree, one)
    return new Map(
      [...outcomes].map(([subject, { passed, failures }]) => {
        const known = new Set(onOwn.get(subject)?.failures.map(({ name }) => name))
        return [subject, { passed, failures: failures.filter(({ name }) => this.#isKnown(name) || !known.has(name)) }]
      }),
    )
  }

  readonly #isKnown = (test: string): boolean => this.#onPurpose.includes(test)

  /**
   * The result of the comparison. `rows` has one row for each package, one for the applications and one for the
   * contract, for the table that is printed. `refused` has a line for each failing test that `changed-on-purpose.json`
   * does not name, and, if packages are exchanged by floors, for each test that it names and that does not fail.
   */
  verdict(onNext: Outcomes, onReleased?: Outcomes): { rows: string[][]; refused: readonly string[] } {
    const refused: string[] = []
    const unused = new Set(this.#onPurpose)
    const cellOf = (outcomes: Outcomes, name: string) => {
      const all = outcomes.get(name) ?? []
      const tried = all.flatMap((one) => ('asksFor' in one ? [] : [one]))
      const failures = tried.flatMap((one) => one.failures)
      const left = failures.filter((failure) => {
        const test = this.#onPurpose.find((one) => failure.name === one)
        if (test) unused.delete(test)
        return test === undefined
      })
      refused.push(...new Set(left.map((failure) => show(name, failure))))
      const asked = new Set(all.flatMap((one) => ('asksFor' in one ? [`asks for ${one.asksFor.join('@')}`] : [])))
      const passed = tried.reduce((sum, one) => sum + one.passed, 0)
      const failed =
        left.length > 0 ? [`${left.length} FAIL`] : failures.length > 0 ? ['other tests were changed on purpose'] : []
      return [...(tried.length > 0 ? [`${passed} tests`] : []), ...failed, ...asked].join(', ')
    }
    const rows = [...Object.keys(this.#next.versions), 'applications', 'the contract'].map((name) => [
      name,
      this.#released.versions[name] ?? '',
      this.#next.versions[name] ?? '',
      cellOf(onNext, name),
      ...(onReleased ? [cellOf(onReleased, name)] : []),
    ])
    // Some of them fail only on a mixture of packages of both releases.
    if (this.#isByFloor) refused.push(...[...unused].map(notFailing))
    return { rows, refused }
  }
}

function show(subject: string, { name, message }: Failure): string {
  return `${subject}: ${name}: ${message}`
}

function notFailing(test: string): string {
  return `${ON_PURPOSE} names "${test}", which does not fail. Take the line out.`
}
