import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const PACKAGES = join(import.meta.dirname, '../../packages')

/**
 * Imports modules with copies of the same functions, from packages that may not import each other. The tests call each
 * copy with the same values, and expect the same results.
 */
async function copies<T>(...paths: readonly string[]): Promise<readonly { readonly path: string; readonly copy: T }[]> {
  return Promise.all(paths.map(async (path) => ({ path, copy: (await import(join(PACKAGES, path))) as T })))
}

const printables = await copies<{ printable(text: string): string }>(
  'checks/src/value-kinds.ts',
  'create/src/output.ts',
)

test.each(printables)(
  '$path writes invisible characters, and those that steer a terminal, as escapes',
  ({ copy: { printable } }) => {
    const plain = 'Grüße, 世界 👩‍💻 נייר می‌خواهم "\\'
    expect(printable(plain)).toBe(plain)
    expect(printable('a\x1b[31mb\rc\nd\te\x00\x7f\x9b')).toBe(
      'a\\u001b[31mb\\u000dc\\u000ad\\u0009e\\u0000\\u007f\\u009b',
    )
    for (const code of [0xad, 0x61c, 0x200b, 0x200e, 0x2028, 0x2029, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff]) {
      expect(printable(`a${String.fromCharCode(code)}b`)).toBe(`a\\u${code.toString(16).padStart(4, '0')}b`)
    }
  },
)

describe('the folder in which the search for configuration and for installed packages starts', async () => {
  const starts = await copies<{ startFolder(from?: string | URL): string }>(
    'config/src/find-config-file.ts',
    'core/src/platform/start-folder.ts',
  )
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'start-')))
  mkdirSync(join(root, 'sub/node_modules/tool'), { recursive: true })
  writeFileSync(join(root, 'sub/main.js'), '')
  symlinkSync(join(root, 'sub/main.js'), join(root, 'link.js'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test.each(starts)(
    '$path starts in the given folder, else in that of the entry file if this is not in node_modules, else in the working directory',
    ({ copy }) => {
      const [node = '', entry = ''] = process.argv
      const started = (file?: string) => {
        process.argv = file === undefined ? [node] : [node, file]
        try {
          return copy.startFolder()
        } finally {
          process.argv = [node, entry]
        }
      }
      expect(started(join(root, 'sub/main.js'))).toBe(join(root, 'sub'))
      // For `node sub/main`, the entry in `process.argv` lacks the extension, so that no file has this path.
      expect(started(join(root, 'sub/main'))).toBe(join(root, 'sub'))
      expect(started(join(root, 'link.js'))).toBe(join(root, 'sub'))
      expect(started(join(root, 'sub/node_modules/tool/main.js'))).toBe(process.cwd())
      expect(started()).toBe(process.cwd())
      expect(copy.startFolder(join(root, 'sub'))).toBe(join(root, 'sub'))
      expect(copy.startFolder(new URL(`file://${root}/sub/main.js`))).toBe(join(root, 'sub'))
    },
  )
})
