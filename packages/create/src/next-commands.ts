import { relative } from 'node:path'
import { inWordsOf, type PackageManager } from './package-manager.ts'
import type { Project } from './project.ts'

/** The two commands to type next. */
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
