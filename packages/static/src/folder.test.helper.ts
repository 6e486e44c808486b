import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A symbolic link, given in place of a file's content. Its target is a path relative to the folder of the link. */
export interface Link {
  readonly link: string
}

/** Makes a real folder for one test, with files and links in it. */
export function folder(files: Readonly<Record<string, string | Uint8Array | Link>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'static-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, path)
    else writeFileSync(path, content)
  }
  return root
}
