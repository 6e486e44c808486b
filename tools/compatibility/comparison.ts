import type { Others } from '../api/api-changes.ts'
import { type ApiReport, apiReports } from '../api/api-report.ts'
import { sectionsOf } from '../api/read-report.ts'
import { exportsSince } from './exports-since.ts'
import { floorsOf } from './floors.ts'
import type { Release } from './last-release.ts'
import { type Notes, notesSince, ON_PURPOSE, TAKES_MORE } from './notes.ts'
import { type Planted, type PlantedBreak, plant } from './planted-breaks.ts'
import { replacePackage } from './replace-package.ts'
import { folderOf, type PackedPackage, type Tree, tarballsOf } from './trees.ts'
import {
  applicationsOf,
  contractOf,
  excludedBy,
  type Failure,
  NO_TEST,
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
 * Compares the last release with the next one, by running the tests of each release on the packages of the other
 * release.
 */
export class Comparison {
  readonly #released: Tree
  readonly #next: Tree
  readonly #before: readonly ApiReport[]
  readonly #after: readonly ApiReport[]
  readonly #packed: ReadonlyMap<Tree, readonly PackedPackage[]>
  readonly #others: Required<Others>
  readonly #takesMore: Notes
  readonly #onPurpose: readonly string[]
  /**
   * The names of tests that failed before any break was planted. If they fail later, this does not show that they found
   * a planted break.
   */
  readonly #failing = new Set<string>()

  /**
   * `released` and `next` are trees: built copies of the repository. `changed` names the packages that are exchanged
   * between the trees. `root` is the work tree, which has the reasons for intended changes.
   */
  constructor(released: Tree, next: Tree, root: string, release: Release, changed: readonly string[]) {
    this.#released = released
    this.#next = next
    this.#before = apiReports(released.root)
    this.#after = apiReports(next.root)
    this.#others = {
      before: sectionsOf(this.#before.map(({ text }) => text)),
      after: sectionsOf(this.#after.map(({ text }) => text)),
    }
    this.#takesMore = notesSince(root, release, TAKES_MORE)
    this.#onPurpose = Object.keys(notesSince(root, release, ON_PURPOSE))
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
   * Plants a break in the next release, gives the reasons to refuse that release as a minor, and undoes the break. The
   * reasons are changes in the `api.md` of the package; if there are none, failures of the tests beside the changed
   * source, or of the tests of the package that `seenBy` names.
   */
  refusalsOf(broken: PlantedBreak): readonly string[] {
    const planted = plant(this.#next, broken)
    try {
      const reports = apiReports(this.#next.root)
      const others = { before: this.#others.after, after: sectionsOf(reports.map(({ text }) => text)) }
      const before = reportOf(planted.name, this.#after)
      const after = reportOf(planted.name, reports)
      const { refused } = exportsSince(before, after, ['1.0.0', '1.1.0'], {}, others)
      return refused.length > 0 ? refused : this.#failuresWith(planted, broken)
    } finally {
      planted.mend()
    }
  }

  #failuresWith(planted: Planted, { seenBy }: PlantedBreak): readonly string[] {
    replacePackage(this.#released, planted.packed())
    const name = seenBy ?? planted.name
    const tests = [seenBy === undefined ? planted.folder : folderOf(seenBy)].map((folder) => `${folder}/`)
    const tried = tryOut(this.#released, [{ name, tests, types: [], ranges: {} }], this.#isKnown)
    return [...tried]
      .flatMap(([, outcome]) => outcome.failures)
      .filter((failure) => failure.name !== NO_TEST && !this.#failing.has(failure.name))
      .map((failure) => show(name, failure))
  }

  /**
   * Replaces the exchanged packages of a tree by those of another tree, floor by floor from below: a package needs only
   * packages of lower floors. After each floor, runs the tests of the packages that were just exchanged, and of the
   * packages that need an exchanged package and are not exchanged yet. Applications and the contract are tried on the
   * lowest floor, and applications once more on the highest.
   */
  #climb(tree: Tree, other: Tree): Outcomes {
    const outcomes = new Map<string, (Outcome | Excluded)[]>()
    const [own = [], others = []] = [this.#packed.get(tree), this.#packed.get(other)]
    const floors = floorsOf(tree.root).map((floor) => others.filter(({ name }) => floor.includes(name)))
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
    for (const { failures } of outcomes.values()) for (const { name } of failures) this.#failing.add(name)
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
   * contract, for the table that is printed. `refused` has a line for each failing test that `changed-on-purpose.json` does not name, for each change of exports that the new
   * version does not announce, and for each test that `changed-on-purpose.json` names and that does not fail.
   */
  verdict(onNext: Outcomes, onReleased: Outcomes): { rows: string[][]; refused: readonly string[] } {
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
    const packages = Object.keys(this.#next.versions)
    const rows = [...packages, 'applications', 'the contract'].map((name) => {
      const versions = [this.#released.versions[name], this.#next.versions[name]] as const
      const exported = exportsSince(
        reportOf(name, this.#before),
        reportOf(name, this.#after),
        versions,
        this.#takesMore,
        this.#others,
      )
      refused.push(...exported.refused)
      return [
        name,
        ...versions.map((version) => version ?? ''),
        cellOf(onNext, name),
        cellOf(onReleased, name),
        packages.includes(name) ? exported.shown : '',
      ]
    })
    refused.push(...[...unused].map((test) => `${ON_PURPOSE} names "${test}", which does not fail. Take the line out.`))
    return { rows, refused }
  }
}

function show(subject: string, { name, message }: Failure): string {
  return `${subject}: ${name}: ${message}`
}

function reportOf(name: string, reports: readonly ApiReport[]): ApiReport | undefined {
  return reports.find((report) => report.name === name)
}
