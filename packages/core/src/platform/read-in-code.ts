import type { Dirent } from 'node:fs'
import { findUpwards, startFolder } from './start-folder.ts'

const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')
const { dirname, join } = process.getBuiltinModule('node:path')

/**
 * True if a source file of the application reads a property with this name, as `config.flags`, as `config['flags']`, or
 * by destructuring. Code that runs only at a request cannot be observed before, so its text has to tell.
 *
 * The text is compared by patterns, and a property of another object counts too: a section is called misspelt only if
 * nothing at all might read it.
 */
export function isReadInCode(name: string): boolean {
  const root = dirname(findUpwards(startFolder(), 'package.json') ?? '/')
  // Never the whole disk.
  return dirname(root) !== root && readsIn(root, readingOf(name), name)
}

/** True if a source file in a folder matches. A file or folder that cannot be read matches nothing. */
function readsIn(folder: string, reading: RegExp, name: string): boolean {
  return entriesOf(folder).some((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return !/^\.|^node_modules$/.test(entry.name) && readsIn(path, reading, name)
    return entry.isFile() && SOURCE.test(entry.name) && reading.test(codeOf(textOf(path), name))
  })
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const SOURCE = /\.[cm]?[jt]sx?$/

/** Returns the text of a module without comments and strings, except strings that are the name. */
function codeOf(text: string, name: string): string {
  return text.replace(TEXTS, (found) => (found.slice(1, -1) === name ? found : '""'))
}

const TEXTS = /(['"])(?:\\.|(?!\1)[^\\\n])*\1|\/\/.*|\/\*[\s\S]*?\*\//g

/**
 * Makes the pattern of a property that is read: `.flags` and `['flags']`, or `flags` in a pattern of an assignment or
 * of a parameter, such as `{ flags, mail: { from } } = config` and `({ flags }: Config) =>`.
 */
function readingOf(name: string): RegExp {
  const key = `(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`
  const rest = '(?:[^{}();]|\\{[^{}]*\\})*\\}'
  const parameters = '(?::[^()]*)?(?:,[^()]*)?\\)\\s*(?:=>|\\{|:)'
  return new RegExp(
    `\\.\\s*${key}|[\\w)\\]!.]\\[['"]${key}['"]\\]|[{,]\\s*['"]?${key}['"]?${rest}\\s*(?:=(?![=>])|:[^=;()]*=(?![=>])|${parameters})`,
  )
}
