import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigFileError } from './config-file-error.ts'
import { DuplicateConfigFileError } from './duplicate-config-file-error.ts'
import { FILE_EXTENSIONS } from './extension.ts'
import { fileOrigin } from './file-origin.ts'
import type { FileOrigin } from './origin.ts'

/** The groups in their order; the name stands before the extension. A `*` is at least one character and no leading dot. */
const GROUPS = [/^global$/, /^[^.].*\.global$/s, /^local$/, /^[^.].*\.local$/s]

const FILE_NAME = new RegExp(`^(?<name>.+)\\.(?:${FILE_EXTENSIONS.join('|')})$`, 's')

/** The files that `autoload()` loads from a folder, in the order in which they are merged (contract 2.8.1). */
export async function autoloadFiles(folder: string, root: string): Promise<readonly FileOrigin[]> {
  const fileNames = await readdir(folder).catch(() => {
    throw ConfigFileError.notAFolder(fileOrigin(folder, root))
  })
  const files = new Map<string, string>()
  for (const fileName of fileNames.sort()) {
    const name = FILE_NAME.exec(fileName)?.groups?.name
    if (name === undefined || !GROUPS.some((group) => group.test(name))) continue
    const other = files.get(name)
    if (other !== undefined) {
      throw new DuplicateConfigFileError([other, fileName].map((twin) => fileOrigin(join(folder, twin), root)))
    }
    files.set(name, fileName)
  }
  // Sorted without the extension, so that rewriting a file in another language leaves its place.
  const names = [...files.keys()].sort()
  const ordered = GROUPS.flatMap((group) => names.filter((name) => group.test(name)))
  return ordered.map((name) => fileOrigin(join(folder, files.get(name) ?? name), root))
}
