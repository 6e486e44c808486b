import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runCommand } from '../programs/run-program.ts'
import { Outside } from './workspace.ts'

const outside = new Outside(inject('tarballs'))
const { folder } = outside
const APP = `import { Application, text } from '@app/core'

const app = new Application()
app.get('/', () => text('Hello!'))
export default app
`
const app = (...args: readonly string[]) =>
  runCommand(process.execPath, ['node_modules/@app/cli/dist/main.js', ...args], { cwd: folder })

beforeAll(() => {
  outside.add('@app/cli', '@app/config', '@app/core', '@app/router', '@app/router-find-my-way', '@app/static')
  writeFileSync(join(folder, 'app.js'), APP)
})
afterAll(() => outside.delete())

/** Changes the version in the manifest of the installed core, so that the core seems to be another release. */
function raiseCore(version: string): void {
  const path = join(folder, 'node_modules/@app/core/package.json')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version }))
}

describe('version 2 of the core, with packages that require version 1', () => {
  test('app check reports version 2 of the core as a problem, and names the versions that the packages accept', async () => {
    expect(await app('check')).toMatchObject({ code: 0 })
    raiseCore('2.0.0')
    const { code, stdout } = await app('check')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^- @app\/core 2\.0\.0 is installed, and is not what these packages were made for:$/m)
    expect(stdout).toMatch(/^ +@app\/static \d+\.\d+\.\d+ asks for \^\d+\.\d+\.\d+$/m)
    expect(stdout).toMatch(
      /^ +@app\/core \S+ fits all that need it: npm install @app\/core@\S+\. Or take versions of /m,
    )
  })

  test('app about prints the installed version of the core beside the range that a package requires', async () => {
    const { code, stdout } = await app('about')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^@app\/static .* @app\/core \^\S+ \(is 2\.0\.0\)/m)])
  })
})
