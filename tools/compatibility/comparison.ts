import semver from 'semver'
import type { Others } from '../api/api-changes.ts'
import { type ApiReport, apiReports } from '../api/api-report.ts'
import { sectionsOf } from '../api/read-report.ts'
import { exportsSince } from './exports-since.ts'
import type { Release } from './last-release.ts'
import { type Notes, notesSince, ON_PURPOSE, TAKES_MORE } from './notes.ts'
import { type PlantedBreak, plant } from './planted-breaks.ts'
import { replacePackage } from './replace-package.ts'
import type { PackedPackage, Tree } from './trees.ts'
import { type Failure, type Outcome, type Subject, subjectsOf, tryOut } from './trial.ts'

type Outcomes = ReadonlyMap<Subject, Outcome>

/** Quick ones, which see a break of each kind. */
const SUBJECTS_OF_BREAKS = ['@app/core', '@app/static']

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
    return this.#tryOn(this.#next.core, this.#released, this.#subjects)
  }

  /** Tries what is next on the released core, after which the next tree can be packed no more. */
  onReleasedCore(): Outcomes {
    return this.#tryOn(this.#released.core, this.#next, this.#nextSubjects)
  }

  /** What is refused of a core with a break in it, were it released as a minor. */
  refusalsOf(broken: PlantedBreak): readonly string[] {
    const { core, mend } = plant(this.#next, broken)
    const reports = apiReports(this.#next.root)
    mend()
    replacePackage(this.#released, core)
    const subjects = this.#subjects.filter(({ name }) => SUBJECTS_OF_BREAKS.includes(name))
    const failing = [...tryOut(this.#released, subjects)].flatMap(([{ name }, { failures }]) =>
      failures.filter((failure) => !this.#failing.has(failure.name)).map((failure) => show(name, failure)),
    )
    const { refused } = exportsSince(
      reportOf(core.name, this.#after),
      reportOf(core.name, reports),
      ['1.0.0', '1.1.0'],
      this.#takesMore,
      { before: this.#others.after, after: sectionsOf(reports.map(({ text }) => text)) },
    )
    return [...refused, ...failing]
  }

  /** Tries subjects on the core of the other tree; what fails on their own core, too, says nothing about the other. */
  #tryOn(core: readonly PackedPackage[], tree: Tree, subjects: readonly Subject[]): Outcomes {
    for (const one of core) replacePackage(tree, one)
    const outcomes = tryOut(tree, subjects)
    const failing = subjects.filter((subject) => outcomes.get(subject)?.failures.length)
    if (failing.length === 0) return outcomes
    for (const one of tree.core) replacePackage(tree, one)
    const onOwn = tryOut(tree, failing)
    for (const one of core) replacePackage(tree, one)
    return new Map(
      [...outcomes].map(([subject, { passed, failures }]) => {
        const known = new Set(onOwn.get(subject)?.failures.map(({ name }) => name))
        for (const { name } of failures) this.#failing.add(name)
        return [subject, { passed, failures: failures.filter(({ name }) => !known.has(name)) }]
      }),
    )
  }

  /** A row for each package and each other subject, and what breaks a promise. */
  verdict(onNext: Outcomes, onReleased: Outcomes): { rows: string[][]; refused: readonly string[] } {
    const refused: string[] = []
    const unused = new Set(this.#onPurpose)
    const cellOf = (outcomes: Outcomes, name: string, core: Tree) => {
      const [subject, outcome] = [...outcomes].find(([one]) => one.name === name) ?? []
      if (!subject || !outcome) return ''
      const excluded = Object.entries(subject.ranges).find(
        ([other, range]) => !semver.satisfies(core.versions[other] ?? '', range),
      )
      const asks = excluded ? `, asks for ${excluded.join('@')}` : ''
      if (outcome.failures.length === 0) return `${outcome.passed} tests${asks}`
      if (excluded) return `${outcome.failures.length} fail${asks}`
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
        cellOf(onNext, name, this.#next),
        cellOf(onReleased, name, this.#released),
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
