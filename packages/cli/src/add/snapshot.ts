import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Seen } from '../commands/snapshot.ts'

/**
 * The pipeline, configuration and problems of an application as lines of text, so that two snapshots can be compared
 * line by line.
 */
export interface Snapshot {
  readonly pipeline: readonly string[]
  readonly config: readonly string[]
  /** The problems that `app check` finds. */
  readonly problems: readonly string[]
}

/**
 * Takes a snapshot in a new process: this process would not see changed files, since it imports each module only once.
 *
 * Rejects with the message of the failed `app` command if the application cannot be loaded or has no configuration.
 */
export async function takeSnapshot(app: string | undefined, root: string): Promise<Snapshot> {
  const { pipeline, config, problems } = await look(app, root)
  return {
    pipeline: pipeline.map(itemLine),
    config: itemsOf(config),
    // The number of the position in the pipeline is removed from each problem. A new entry changes the numbers of the
    // positions after it, so that their old problems would seem to be new.
    problems: problems.map(({ message }) => message.replace(/^pipe \d+: /gm, '')),
  }
}

/**
 * Returns the lines that `after` has and `before` does not have. The indexes of lists and the numbers of sources are not
 * compared: what a package adds changes those of the items and sources after it.
 */
export function newLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const known = before.map(withoutNumbers)
  return after
    .filter((text) => {
      const at = known.indexOf(withoutNumbers(text))
      if (at >= 0) known.splice(at, 1)
      return at < 0
    })
    .flatMap((text) => text.split('\n'))
}

/**
 * Removes the indexes of items and the numbers of sources. If one source has a list of routes and another a map, the
 * merged map has the items under keys such as `[0]`.
 */
function withoutNumbers(text: string): string {
  return text
    .replace(/\["\[\d+\]"\]|\[\d+\]/g, '[]')
    .replace(/\b(middleware_pipeline|routes)\.(?:\d+|\[\])/g, '$1[]')
    .replace(/ \(source \d+\)/g, '')
}

/**
 * Writes each value as a line. The lines of one item of a list, such as a route, are one string, and compared as one.
 */
function itemsOf(config: Seen['config']): readonly string[] {
  const items: string[] = []
  let around: string | undefined
  for (const { key, value } of config) {
    const item = /^.*?\[\d+\]/.exec(key)?.[0]
    const line = `${key} = ${JSON.stringify(value)}`
    if (item !== undefined && item === around) items.push(`${items.pop()}\n${line}`)
    else items.push(line)
    around = item
  }
  return items
}

async function look(app: string | undefined, root: string): Promise<Seen> {
  const [, main = ''] = process.argv
  const args = [...process.execArgv, main, '__snapshot', ...(app === undefined ? [] : ['--app', app])]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: LARGE })
    return JSON.parse(stdout) as Seen
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string }
    throw new Error(stderr?.trim() || (error as Error).message, { cause: error })
  }
}

function itemLine({ kind, name, path, entry }: Seen['pipeline'][number]): string {
  const where = path === undefined ? '' : ` at ${path}`
  const priority = entry?.priority === undefined ? '' : `, priority ${entry.priority}`
  return `${entry?.key ?? name ?? kind}${where}${priority}`
}

const LARGE = 64 * 1024 * 1024
