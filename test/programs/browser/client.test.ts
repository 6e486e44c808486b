import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM, SKIPPED } from './chromium.ts'
import { type VisitedProgram, visitProgram } from './visited-program.ts'

describe.skipIf(NO_CHROMIUM !== undefined)(`a client in a browser${SKIPPED}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-'))
  let site: VisitedProgram

  beforeAll(async () => {
    const script = join(folder, 'page.js')
    const bundle = await rolldown({ input: join(import.meta.dirname, 'notes-page.ts'), platform: 'browser' })
    const { output } = await bundle.write({ file: script, format: 'esm', minify: true })
    await bundle.close()
    // The page imports only types of the endpoints: with their schemas and the library for schemas, it would be far
    // larger.
    expect(output[0].code.length).toBeLessThan(8_000)
    const env = { SCRIPT: script }
    site = await visitProgram(join(import.meta.dirname, 'notes.ts'), { cwd: import.meta.dirname, env })
  })

  afterAll(async () => {
    await site?.end()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a client in a page gets answers, a problem, a file and events of a running server, repeats a refused request, and can abort one', async () => {
    const page = await site.browser.newPage()
    await page.goto(site.url)
    await page.evaluate('document.cookie = "theme=dark"')
    await page.addScriptTag({ url: `${site.url}/client.js`, type: 'module' })
    await page.waitForFunction('globalThis.visit !== undefined')
    expect(await page.evaluate('visit()')).toEqual({
      created: { id: 7, title: 'Tea', seen: ['red & blue', 'a', 'b c', 'page', 'dark'] },
      taken: 'The title is taken.',
      refused: [['body', 'title']],
      uploaded: [137, 80, 78, 71, 0, 255],
      events: [
        ['1', { id: 1, title: 'Tea\nü' }],
        ['2', { id: 2, title: 'Tea\nü' }],
      ],
      left: 'the reader has left',
      busy: 'asked 3 times',
      aborted: 'AbortError',
      late: 'GET /slow: no answer in 0.05 s',
      refusedByBrowser: ['ClientError', 'network'],
    })
  })
})
