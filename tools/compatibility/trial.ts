import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import semver from 'semver'
import { sourcePackages } from '../imports.ts'
import { neededBy } from './floors.ts'
import { folderOf, type Tree } from './trees.ts'

/** A subject of the comparison, such as a package, with its tests and the files that the compiler checks. */
export interface Subject {
  readonly name: string
  /** The beginnings of the paths of the subject's test files. */
  readonly tests: readonly string[]
  /** Folders with a `tsconfig.json`. */
  readonly types: readonly string[]
  /** The version ranges that the subject requires, by package. */
  readonly ranges: Readonly<Record<string, string>>
}

/** The result of the tests and the type checks of a subject. */
export interface Outcome {
  readonly passed: number
  readonly failures: readonly Failure[]
}

export interface Failure {
  /** The name of the test, or the place of an error of the compiler. */
  readonly name: string
  readonly message: string
}

/**
 * The subjects in a built copy of the repository that may break when the packages in the list `names` change: these
 * packages, with their tests, and the packages that depend on one of them.
 */
export function subjectsOn({ root, versions }: Tree, names: readonly string[]): readonly Subject[] {
  // The range that pnpm writes for `workspace:^` when it packs.
  const rangesOf = (needed: readonly string[]) => Object.fromEntries(needed.map((name) => [name, `^${versions[name]}`]))
  return sourcePackages(root).flatMap((owner): readonly Subject[] => {
    const [{ name }, tests, needed] = [owner, [`${folderOf(owner.name)}/`], neededBy(owner)]
    if (names.includes(name)) return [{ name, tests, types: [], ranges: rangesOf([name]) }]
    if (!needed.some((one) => names.includes(one))) return []
    return [{ name, tests, types: [folderOf(name)], ranges: rangesOf(needed) }]
  })
}

/** Returns the subject whose tests are those of all example applications, which need all packages. */
export function applicationsOf({ root, versions }: Tree): Subject {
  const types = globSync('examples/*/tsconfig.json', { cwd: root }).map((file) => join(file, '..'))
  return { name: 'applications', tests: ['examples/'], types: types.sort(), ranges: asked(versions) }
}

/** Returns the subject whose tests are the recorded cases and the rules of the contract. */
export function contractOf({ versions }: Tree): Subject {
  return {
    ...{ name: 'the contract', tests: ['test/contract/contract.', 'test/contract/rules.'], types: [] },
    ranges: asked(versions),
  }
}

function asked(versions: Tree['versions']): Subject['ranges'] {
  return Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, `^${version}`]))
}

/**
 * The first package whose version is outside of the range that a subject requires, with that range; `undefined` if
 * there is none.
 */
export function excludedBy({ ranges }: Subject, versions: Tree['versions']): readonly [string, string] | undefined {
  return Object.entries(ranges).find(([other, range]) => !semver.satisfies(versions[other] ?? '', range))
}

/**
 * Runs the tests of subjects in their tree, and the compiler over them.
 *
 * A test file with a failing test runs once more: a test of the last release may fail because the machine is slow, and
 * can no longer be changed. A file whose failing tests are all known to fail does not run again, since some of these
 * tests wait for an event that never comes.
 */
export function tryOut(
  { root }: Tree,
  subjects: readonly Subject[],
  isKnown: (test: string) => boolean = () => false,
): ReadonlyMap<Subject, Outcome> {
  const files = testFilesOf(
    root,
    subjects.flatMap((subject) => subject.tests),
  )
  const suspect = files.filter((file) => failuresIn(root, file).some(({ name }) => !isKnown(name)))
  const again =
    suspect.length > 0
      ? testFilesOf(
          root,
          suspect.map(({ name }) => relative(root, name)),
        )
      : []
  const failingAgain = new Set(again.flatMap((file) => failuresIn(root, file)).map(({ name }) => name))
  return new Map(
    subjects.map((subject) => {
      const own = files.filter(({ name }) => subject.tests.some((start) => relative(root, name).startsWith(start)))
      const failures: Failure[] = [
        ...own.flatMap((file) => failuresIn(root, file)).filter(({ name }) => isKnown(name) || failingAgain.has(name)),
        ...subject.types.flatMap((folder) => typeErrorsIn(root, folder)),
      ]
      const passed = own.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'passed')
      if (passed.length + failures.length === 0) failures.push({ name: NO_TEST, message: subject.tests.join(' ') })
      return [subject, { passed: passed.length, failures }]
    }),
  )
}

/** The name of the failure of a subject if none of its tests ran. */
export const NO_TEST = 'no test ran'

function failuresIn(root: string, { name, status, message, assertionResults }: TestFile): readonly Failure[] {
  // A test file that cannot be loaded reports no failed tests, so the file itself counts as the failure.
  if (status === 'failed' && assertionResults.length === 0) return [{ name: relative(root, name), message }]
  return assertionResults
    .filter((one) => one.status === 'failed')
    .map(({ fullName, failureMessages: [first = ''] }) => ({ name: fullName, message: firstLine(first) }))
}

function testFilesOf(root: string, tests: readonly string[]): readonly TestFile[] {
  const report = join(root, 'compatibility.json')
  rmSync(report, { force: true })
  const args = ['run', ...tests, '--reporter=json', `--outputFile=${report}`]
  const printed = node(root, 'node_modules/vitest/vitest.mjs', ...args)
  return testFilesIn(report, printed)
}

interface TestFile {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }[]
}

function testFilesIn(report: string, printed: string): readonly TestFile[] {
  try {
    return (JSON.parse(readFileSync(report, 'utf8')) as { readonly testResults: readonly TestFile[] }).testResults
  } catch (error) {
    throw new Error(`vitest wrote no report: ${printed}`, { cause: error })
  }
}

function typeErrorsIn(root: string, folder: string): readonly Failure[] {
  const printed = node(root, 'node_modules/typescript/bin/tsc', '-p', folder, '--noEmit', '--pretty', 'false')
  return [...printed.matchAll(/^(.+?): error (TS.+)$/gm)].map(([, name = '', message = '']) => ({ name, message }))
}

/** Runs a program of the tree, which may fail, and returns its output. */
function node(root: string, ...args: readonly string[]): string {
  const options = { cwd: root, encoding: 'utf8', timeout: LONGEST_MS, maxBuffer: 256 * 1024 * 1024 } as const
  const { stdout, stderr, error } = spawnSync(process.execPath, args, {
    ...options,
    env: { ...process.env, CI: 'true' },
  })
  if (error) throw new Error(`node ${args.join(' ')}: ${error.message}`, { cause: error })
  return stdout + stderr
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

const LONGEST_MS = 1_200_000
