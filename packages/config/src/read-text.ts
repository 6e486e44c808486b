import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { notUtf8 } from './config-file-error.ts'
import type { FileOrigin } from './origin.ts'

/**
 * Returns the text of a file in UTF-8, without a byte order mark. Throws a `ConfigFileError` for any other encoding,
 * such as the UTF-16 that `>` writes in Windows PowerShell.
 *
 * @example
 * const variables = parseEnv(readText('.env'))
 */
export function readText(file: string, origin: FileOrigin = { name: basename(file), file }): string {
  const bytes = readFileSync(file)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // The same error as below: the bytes are not UTF-8.
  }
  throw notUtf8(origin)
}
