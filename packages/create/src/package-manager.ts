import { relative } from 'node:path'
import type { Project } from './project.ts'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

interface Words {
  /** The command that runs a script, without the script's name: `npm run`. */
  readonly run: string
  /** The command that runs an executable of an installed package, without its name: `npx`. */
  readonly exec: string
  readonly lock: string
  /** The command that installs only the production dependencies, in the versions of the lock file. */
  readonly install: string
  /** The command that installs all dependencies, in the versions of the lock file. */
  readonly installAll: string
}

const WORDS: Readonly<Record<PackageManager, Words>> = {
  npm: { run: 'npm run', exec: 'npx', lock: 'package-lock.json', install: 'npm ci --omit=dev', installAll: 'npm ci' },
  pnpm: {
    run: 'pnpm',
    exec: 'pnpm exec',
    lock: 'pnpm-*.yaml',
    install: 'npx --yes pnpm install --prod --frozen-lockfile',
    installAll: 'npx --yes pnpm install --frozen-lockfile',
  },
  yarn: {
    run: 'yarn',
    exec: 'yarn',
    lock: 'yarn.lock',
    install: 'yarn install --production --frozen-lockfile',
    installAll: 'yarn install --frozen-lockfile',
  },
  bun: {
    run: 'bun run',
    exec: 'bunx',
    lock: 'bun.lock',
    install: 'npx --yes bun install --production --frozen-lockfile',
    installAll: 'npx --yes bun install --frozen-lockfile',
  },
}

/** The supported package managers. */
export const PACKAGE_MANAGERS = Object.keys(WORDS) as readonly PackageManager[]

/**
 * Returns the package manager that started this process, from the value of the variable `npm_config_user_agent`; `npm`
 * for an unknown value.
 */
export function detectPackageManager(userAgent = ''): PackageManager {
  return PACKAGE_MANAGERS.find((name) => userAgent.startsWith(`${name}/`)) ?? 'npm'
}

/**
 * Replaces the npm commands in a string, such as `npm run check`, by those of another package manager. `npm install`
 * with the name of a package stays.
 */
export function inWordsOf(packageManager: PackageManager, text: string): string {
  if (packageManager === 'npm') return text
  const { run, exec } = WORDS[packageManager]
  return text
    .replace(/\bnpx (?=app\b)/g, `${exec} `)
    .replace(/\bnpm (?:run (?=[\w:]+)|(?=(?:start|test)\b))/g, `${run} `)
    .replace(/\bnpm install$/gm, `${packageManager} install`)
}

/** Rewrites a Dockerfile that installs with npm, so that it installs with another package manager. */
export function imageOf(packageManager: PackageManager, text: string): string {
  const { lock, install } = WORDS[packageManager]
  return text.replace(WORDS.npm.lock, lock).replace(WORDS.npm.install, install)
}

/**
 * Rewrites a workflow of GitHub Actions from npm to another package manager. The workflow then uses pnpm and bun by
 * means of npx, since a runner may not have them.
 */
export function workflowOf(packageManager: PackageManager, text: string): string {
  const { run, installAll } = WORDS[packageManager]
  const client = installAll.replace(/ (?:ci|install\b.*)$/, '')
  return text.replace(WORDS.npm.installAll, installAll).replaceAll(WORDS.npm.run, run.replace(packageManager, client))
}

/**
 * Returns the two commands to type after the project is written, such as `cd shop && npm install` and `npm run dev`.
 */
export function nextCommands(
  { folder, template }: Project,
  { cwd, packageManager, isInstalled }: { cwd: string; packageManager: PackageManager; isInstalled: boolean },
): readonly [string, string] {
  const path = relative(cwd, folder)
  const enter = path === '' ? [] : [`cd ${/[^\w@./\\-]/.test(path) ? JSON.stringify(path) : path}`]
  const install = isInstalled ? [] : ['npm install']
  const first = [...enter, ...install].join(' && ')
  const [start, check] = template === 'application' ? ['npm run dev', 'npm test'] : ['npm test', 'npm run check']
  const [one, two] = first === '' ? [start, check] : [first, start]
  return [inWordsOf(packageManager, one), inWordsOf(packageManager, two)]
}
