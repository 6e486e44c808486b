import type { Dirent } from 'node:fs'

const { readdirSync, statSync } = process.getBuiltinModule('node:fs')
const { extname, join, relative } = process.getBuiltinModule('node:path')

/**
 * Finds the place of a syntax error, with the source as node shows it: `src/hello.js:2`, the line, and a mark below it.
 *
 * Node knows the place, but shows it only if nobody catches the error of an import. So the files that were changed last
 * are parsed again, each by a process of its own, until one has an error with the same message.
 */
export function syntaxPlace({ message }: SyntaxError, root: string): string | undefined {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  for (const file of newestSources(root)) {
    const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', timeout: LIMIT })
    const [shown = '', found] = stderr.split('\nSyntaxError: ')
    if (found?.split('\n', 1)[0] !== message) continue
    const [place = '', ...source] = shown.trimEnd().split('\n')
    return [`${relative(root, file)}:${place.split(':').at(-1)}`, ...source].join('\n')
  }
  return undefined
}

/** The files of JavaScript below a folder that were changed last, the newest first, without those of packages. */
function newestSources(root: string): readonly string[] {
  const found: { readonly file: string; readonly changed: number }[] = []
  const folders = [root]
  for (const folder of folders) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && folders.length < MOST_FOLDERS && !SKIPPED.test(entry.name)) folders.push(path)
      if (entry.isFile() && SOURCES.has(extname(entry.name))) found.push({ file: path, changed: changeOf(path) })
    }
  }
  return found
    .sort((a, b) => b.changed - a.changed)
    .slice(0, MOST_FILES)
    .map(({ file }) => file)
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function changeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

const SOURCES: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs'])
const SKIPPED = /^(?:node_modules|\..*)$/
const MOST_FOLDERS = 500
const MOST_FILES = 20
/** Milliseconds for parsing one file. */
const LIMIT = 2_000
