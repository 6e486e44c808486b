import type { Others } from '../api/api-changes.ts'
import { type ApiReport, apiReports } from '../api/api-report.ts'
import { sectionsOf } from '../api/read-report.ts'
import { exportsSince } from './exports-since.ts'
import type { Release } from './last-release.ts'
import { type Notes, notesSince, ON_PURPOSE, TAKES_MORE } from './notes.ts'
import { type Planted, type PlantedBreak, plant } from './planted-breaks.ts'
import { replacePackage } from './replace-package.ts'
import type { Tree } from './trees.ts'
import { excludedBy, type Failure, NO_TEST, type Outcome, type Subject, subjectsOf, tryOut } from './trial.ts'

type Outcomes = ReadonlyMap<Subject, Outcome>

/** What was released last beside what would be released next. */
export class Comparison {
  readonly #released: Tree
  readonly #next: Tree
  readonly #before: readonly ApiReport[]
  readonly #after: readonly ApiReport[]
  readonly #subjects: readonly Subject[]
  readonly #nextSubjects: readonly Subject[]
  readonly #others: Required<Others>
  readonly #takesMore: Notes
  readonly #onPurpose: readonly string[]
  /** Names of tests that fail without a break. */
  readonly #failing = new Set<string>()

  /** Takes two trees as they were built, and what the work tree says of the changes since the release. */
  constructor(released: Tree, next: Tree, root: string, release: Release) {
    this.#released = released
    this.#next = next
    this.#before = apiReports(released.root)
    this.#after = apiReports(next.root)
    this.#subjects = subjectsOf(released)
    this.#nextSubjects = subjectsOf(next)
    this.#others = {
      before: sectionsOf(this.#before.map(({ text }) => text)),
      after: sectionsOf(this.#after.map(({ text }) => text)),
    }
    this.#takesMore = notesSince(root, release, TAKES_MORE)
    this.#onPurpose = Object.keys(notesSince(root, release, ON_PURPOSE))
  }

  /** Tries what is released on the next core. */
  onNextCore(): Outcomes {
    return this.#tryOn(this.#next, this.#released, this.#subjects)
  }

  /** Tries what is next on the released core, after which the next tree can be packed no more. */
  onReleasedCore(): Outcomes {
    return this.#tryOn(this.#released, this.#next, this.#nextSubjects)
  }

  /**
   * What is refused of a core with a break in it, were it released as a minor: by the report of exports, and where that says
   * nothing, by the tests of what lies beside the break.
   */
  refusalsOf(broken: PlantedBreak): readonly string[] {
    const planted = plant(this.#next, broken)
    try {
      const reports = apiReports(this.#next.root)
      const others = { before: this.#others.after, after: sectionsOf(reports.map(({ text }) => text)) }
      const before = reportOf(planted.name, this.#after)
      const after = reportOf(planted.name, reports)
      const { refused } = exportsSince(before, after, ['1.0.0', '1.1.0'], {}, others)
      return refused.length > 0 ? refused : this.#failuresWith(planted)
    } finally {
      planted.mend()
    }
  }

  #failuresWith(planted: Planted): readonly string[] {
    replacePackage(this.#released, planted.packed())
    const beside = { name: planted.name, tests: [`${planted.folder}/`], types: [], ranges: {} }
    const failures = [...tryOut(this.#released, [beside], this.#isKnown)].flatMap(([, outcome]) => outcome.failures)
    return failures
      .filter(({ name }) => name !== NO_TEST && !this.#failing.has(name))
      .map((failure) => show(planted.name, failure))
  }

  /**
   * Tries subjects on the core of another tree; those that ask for another version promise nothing of it, and what fails on
   * their own core, too, says nothing about the other.
   */
  #tryOn(other: Tree, tree: Tree, all: readonly Subject[]): Outcomes {
    const subjects = all.filter((subject) => excludedBy(subject, other.versions) === undefined)
    if (subjects.length === 0) return new Map()
    for (const one of other.core) replacePackage(tree, one)
    const outcomes = tryOut(tree, subjects, this.#isKnown)
    const failing = subjects.filter((subject) =>
      outcomes.get(subject)?.failures.some(({ name }) => !this.#isKnown(name)),
    )
    for (const { failures } of outcomes.values()) for (const { name } of failures) this.#failing.add(name)
    if (failing.length === 0) return outcomes
    for (const one of tree.core) replacePackage(tree, one)
    const onOwn = tryOut(tree, failing, this.#isKnown)
    for (const one of other.core) replacePackage(tree, one)
    return new Map(
      [...outcomes].map(([subject, { passed, failures }]) => {
        const known = new Set(onOwn.get(subject)?.failures.map(({ name }) => name))
        return [subject, { passed, failures: failures.filter(({ name }) => this.#isKnown(name) || !known.has(name)) }]
      }),
    )
  }

  readonly #isKnown = (test: string): boolean => this.#onPurpose.includes(test)

  /** A row for each package and each other subject, and what breaks a promise. */
  verdict(onNext: Outcomes, onReleased: Outcomes): { rows: string[][]; refused: readonly string[] } {
    const refused: string[] = []
    const unused = new Set(this.#onPurpose)
    const cellOf = (outcomes: Outcomes, subjects: readonly Subject[], name: string, core: Tree) => {
      const subject = subjects.find((one) => one.name === name)
      const excluded = subject && excludedBy(subject, core.versions)
      if (excluded) return `asks for ${excluded.join('@')}`
      const outcome = subject && outcomes.get(subject)
      if (!outcome) return ''
      if (outcome.failures.length === 0) return `${outcome.passed} tests`
      const left = outcome.failures.filter((failure) => {
        const test = this.#onPurpose.find((one) => failure.name === one)
        if (test) unused.delete(test)
        return test === undefined
      })
      refused.push(...left.map((failure) => show(name, failure)))
      return `${outcome.passed} tests, ${left.length > 0 ? `${left.length} FAIL` : 'the rest changed on purpose'}`
    }
    const packages = Object.keys(this.#next.versions)
    const others = this.#subjects.map(({ name }) => name).filter((name) => !packages.includes(name))
    const rows = [...packages, ...others].map((name) => {
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
        cellOf(onNext, this.#subjects, name, this.#next),
        cellOf(onReleased, this.#nextSubjects, name, this.#released),
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
