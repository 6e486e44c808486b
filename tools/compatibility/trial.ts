import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sourcePackages } from '../imports.ts'
import { CORE, folderOf, type Tree } from './trees.ts'

/** Something that stands on the core: its tests, and what the compiler checks. */
export interface Subject {
  readonly name: string
  /** Paths of test files begin with one of them. */
  readonly tests: readonly string[]
  /** Folders with a `tsconfig.json`. */
  readonly types: readonly string[]
  /** The versions that it asks for, by package. */
  readonly ranges: Readonly<Record<string, string>>
}

/** How a subject fared. */
export interface Outcome {
  readonly passed: number
  readonly failures: readonly Failure[]
}

export interface Failure {
  /** The test, or where the compiler found an error. */
  readonly name: string
  readonly message: string
}

/**
 * The packages that need the core or the router contract, these two with those of their tests that go through what they
 * export, the applications, and the recorded cases of the contract.
 */
export function subjectsOf({ root, versions }: Tree): readonly Subject[] {
  // As pnpm writes `workspace:^` when it packs.
  const rangeOf = (needed: string) => `^${versions[needed]}`
  const packages = sourcePackages(root).filter(({ name, manifest }) => {
    const { dependencies, peerDependencies } = manifest
    return !CORE.includes(name) && CORE.some((needed) => needed in { ...dependencies, ...peerDependencies })
  })
  const applications = globSync('examples/*/tsconfig.json', { cwd: root }).map((file) => join(file, '..'))
  const all = Object.fromEntries(CORE.map((needed) => [needed, rangeOf(needed)]))
  return [
    ...packages.map(({ name, manifest }) => ({
      ...{ name, tests: [`${folderOf(name)}/`], types: [folderOf(name)] },
      ranges: Object.fromEntries(
        Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
          .filter((needed) => CORE.includes(needed))
          .map((needed) => [needed, rangeOf(needed)]),
      ),
    })),
    ...CORE.map((name) => ({ name, tests: [`${folderOf(name)}/`], types: [], ranges: { [name]: rangeOf(name) } })),
    { name: 'applications', tests: ['examples/'], types: applications.sort(), ranges: all },
    { name: 'the contract', tests: ['test/contract/contract.', 'test/contract/rules.'], types: [], ranges: all },
  ]
}

/** Runs the tests of subjects in their tree, and the compiler over them. */
export function tryOut({ root }: Tree, subjects: readonly Subject[]): ReadonlyMap<Subject, Outcome> {
  const report = join(root, 'compatibility.json')
  const tests = subjects.flatMap((subject) => subject.tests)
  // Twice, since a released test that hopes for a quick machine can no longer be mended; what broke fails twice.
  const args = ['run', ...tests, '--retry=1', '--reporter=json', `--outputFile=${report}`]
  const printed = node(root, 'node_modules/vitest/vitest.mjs', ...args)
  const files = testFilesIn(report, printed)
  return new Map(
    subjects.map((subject) => {
      const own = files.filter(({ name }) => subject.tests.some((start) => relative(root, name).startsWith(start)))
      const tests = own.flatMap(({ assertionResults }) => assertionResults)
      const failed = tests.filter(({ status }) => status === 'failed')
      const failures: Failure[] = [
        ...failed.map(({ fullName, failureMessages: [message = ''] }) => ({
          name: fullName,
          message: firstLine(message),
        })),
        // A file that cannot be loaded has no tests that could fail.
        ...own
          .filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
          .map(({ name, message }) => ({ name: relative(root, name), message })),
        ...subject.types.flatMap((folder) => typeErrorsIn(root, folder)),
      ]
      const passed = tests.filter(({ status }) => status === 'passed').length
      if (passed + failures.length === 0) failures.push({ name: 'no test ran', message: printed })
      return [subject, { passed, failures }]
    }),
  )
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

/** Runs a program of the tree, which may fail, and gives what it prints. */
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
