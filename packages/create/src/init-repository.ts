import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const git = promisify(execFile).bind(undefined, 'git')

/** Makes a folder a repository of git; `false` where it is part of one already. Throws where there is no git. */
export async function initRepository(folder: string): Promise<boolean> {
  const isInside = await git(['rev-parse', '--is-inside-work-tree'], { cwd: folder }).then(
    () => true,
    () => false,
  )
  if (isInside) return false
  await git(['init', '--quiet', '--initial-branch=main'], { cwd: folder })
  return true
}
