import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The default of the option `editor`: the address that opens a file in Visual Studio Code. */
export const EDITOR = 'vscode://file{file}:{line}:{column}'

/**
 * Checks whether a string is the address of an editor: the text has `{file}`, and a scheme that runs no code in a
 * browser.
 */
export function isEditor(text: string): boolean {
  return /^(?!(?:javascript|data|vbscript|blob):)[a-z][a-z\d+.-]*:/i.test(text) && text.includes('{file}')
}

/**
 * Makes the address that opens a place in an editor; `undefined` for a place that is not a file, such as a module of
 * Node.
 */
export function editorLink(editor: string, location: string, line = 1, column = 1): string | undefined {
  const file = pathOf(location)
  if (file === undefined) return undefined
  const parts: Readonly<Record<string, string>> = {
    file: encodeURI(file.startsWith('/') ? file : `/${file}`).replace(/[?#]/g, encodeURIComponent),
    line: String(line),
    column: String(column),
  }
  return editor.replace(/\{(file|line|column)\}/g, (_whole, name: string) => parts[name] ?? '')
}

/**
 * Makes the address that opens the origin of an entry in the configuration; `undefined` if the origin is not an
 * existing file of TypeScript, JavaScript or JSON.
 */
export function originLink(editor: string, origin: string | undefined): string | undefined {
  if (origin === undefined || !/\.[cm]?[jt]s$|\.json$/.test(origin)) return undefined
  const file = resolve(origin)
  return existsSync(file) ? editorLink(editor, file) : undefined
}

function pathOf(location: string): string | undefined {
  if (location.startsWith('file:')) {
    try {
      return fileURLToPath(location).replaceAll('\\', '/')
    } catch {
      // The stack of an error may have any text, such as a URL with an encoded slash.
      return undefined
    }
  }
  return /^(?:\/|[A-Za-z]:[\\/])/.test(location) ? location.replaceAll('\\', '/') : undefined
}
