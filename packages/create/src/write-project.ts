import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Files } from './compose-project.ts'

/**
 * Writes files into a folder. Throws for an existing file, and does not change that file. Other users of the machine
 * cannot read `.env`, which has secrets.
 */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx', mode: path === '.env' ? 0o600 : 0o666 })
  }
}

const git = promisify(execFile).bind(undefined, 'git')

/**
 * Makes a folder a git repository, and returns `true`. Returns `false` if the folder is inside of a repository already.
 * Throws if git is not installed.
 */
export async function initRepository(folder: string): Promise<boolean> {
  const isInside = await git(['rev-parse', '--is-inside-work-tree'], { cwd: folder }).then(
    () => true,
    () => false,
  )
  if (isInside) return false
  await git(['init', '--quiet', '--initial-branch=main'], { cwd: folder })
  return true
}
