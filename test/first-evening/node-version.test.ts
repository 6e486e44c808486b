import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { run, withApp } from './newcomer.ts'

/** A node of this machine that does not run TypeScript as it is. */
const older = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => existsSync(node) && !runsTypeScript(node))

function runsTypeScript(node: string): boolean {
  const [major = 0, minor = 0] = execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1).split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

describe.skipIf(older === undefined)('on a node that does not run TypeScript (skipped where PATH has none)', () => {
  test('node itself refuses the entry file, by its extension', async () => {
    const { said, code } = await run(withApp('await app.run()'), older)
    expect(said).toMatch(/TypeError \[ERR_UNKNOWN_FILE_EXTENSION\]: Unknown file extension "\.ts" for \/.+\/main\.ts/)
    expect(code).toBe(1)
  })

  test('a configuration in TypeScript says which node runs it', async () => {
    const built = pathToFileURL(join(import.meta.dirname, '../../packages/config/dist/index.js')).href
    const files = {
      'main.js': `import { loadConfig } from '${built}'\n\nawait loadConfig()`,
      'config/config.ts': 'export default {}',
    }
    const { said, code } = await run(files, older, 'main.js')
    expect(said).toMatch(
      /ConfigFileError: config\/config\.ts: cannot be loaded: Node \d+\.\d+\.\d+ does not run TypeScript here\. Use Node 22\.18 or later, or compile the configuration to JavaScript\./,
    )
    expect(code).toBe(1)
  })
})
