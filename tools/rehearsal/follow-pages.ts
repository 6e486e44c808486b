import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { followPage, stepsOf } from './follow-page.ts'
import type { Steps } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The pages that a newcomer follows, each with the oldest Node that the page names. */
const PAGES = [
  { page: 'README.md', title: 'The first program', oldest: [20, 16] },
  { page: 'docs/getting-started.md', title: undefined, oldest: [22, 18] },
] as const

/** Follows each page in an empty folder, on every Node on the `PATH` that the page supports. */
export async function followPages(steps: Steps, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const { version, bin } of nodes(env.PATH ?? '')) {
    const PATH = [bin, env.PATH].join(delimiter)
    for (const { page, title, oldest } of PAGES) {
      if (version < oldest[0] + oldest[1] / 100) continue
      const cwd = join(folder, `${page.replace(/\W+/g, '-')}-${version}`)
      mkdirSync(cwd, { recursive: true })
      await steps.take(`${page}, line by line, on Node ${version}`, () =>
        followPage(stepsOf(join(ROOT, page), title), cwd, { ...env, PATH }),
      )
    }
  }
}

/** Each Node on the `PATH`, with its version as a number, 22.18 for 22.18.0. */
function nodes(path: string): readonly { readonly version: number; readonly bin: string }[] {
  const found = new Map<number, string>()
  for (const bin of path.split(delimiter)) {
    if (!existsSync(join(bin, 'node'))) continue
    const [major = 0, minor = 0] = execFileSync(join(bin, 'node'), ['-p', 'process.versions.node'], {
      encoding: 'utf8',
    })
      .split('.')
      .map(Number)
    const version = major + minor / 100
    if (!found.has(version)) found.set(version, bin)
  }
  return Array.from(found, ([version, bin]) => ({ version, bin }))
}
