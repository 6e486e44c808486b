import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCommand } from '../run-program.ts'

/** The files of a newcomer's project by path. */
export type Files = Readonly<Record<string, string>>

/** The output of a program, on both streams, and its exit code. */
export interface Evening {
  readonly said: string
  readonly code: number | null
}

const NODE_MODULES = join(import.meta.dirname, '../../node_modules')

/**
 * Runs `main.ts`, or another entry file, of a project with node. The project gets a folder of its own, in which our
 * packages are installed.
 */
export async function run(
  files: Files,
  entry = 'main.ts',
  env: Readonly<Record<string, string>> = {},
): Promise<Evening> {
  const folder = project(files)
  try {
    const { stdout, stderr, code } = await runCommand(process.execPath, [entry], { cwd: folder, env })
    return { said: stdout + stderr, code }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Runs `main.ts` of each project, one after the other in one process, so that our packages are loaded once. The
 * projects must end, or throw, while they are imported. A warning that a process prints only once is in the output of
 * the first project that causes it.
 */
export async function runEach(projects: readonly Files[]): Promise<readonly Evening[]> {
  const folders = projects.map(project)
  try {
    const { stdout, stderr } = await runCommand(process.execPath, [ONE_BY_ONE, ...folders], { cwd: NODE_MODULES })
    const [out, err] = [stdout, stderr].map((text) => text.split(/^── \d\n/m)) as [string[], string[]]
    const codes = [...stdout.matchAll(/^── (\d)$/gm)].map(([, code]) => Number(code))
    if (codes.length !== folders.length) throw new Error(`${codes.length} of ${folders.length} have run:\n${stderr}`)
    return codes.map((code, i) => ({ said: `${out[i]}${err[i]}`, code }))
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true })
  }
}

const ONE_BY_ONE = join(import.meta.dirname, 'one-by-one.ts')

function project(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'first-evening-'))
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'))
  for (const [path, content] of Object.entries({ 'package.json': manifest('router-find-my-way'), ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

/** The text of a package.json that depends on the core and the given packages of ours. */
export function manifest(...packages: readonly string[]): string {
  const dependencies = Object.fromEntries(['core', ...packages].map((name) => [`@app/${name}`, '^1.0.0']))
  return JSON.stringify({ name: 'evening', private: true, type: 'module', dependencies })
}

/** Returns a project whose `main.ts` makes an application with a router, called `app`, and then runs the given code. */
export function withApp(program: string): Files {
  return { 'main.ts': `${PRELUDE}\n${program}` }
}

const PRELUDE = `
import { Application, json, text } from '@app/core'
import { doublePass } from '@app/double-pass'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
`
