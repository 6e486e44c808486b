import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { CHECK_LIMIT } from '../limits.ts'
import { newData, startNoticeboard } from '../noticeboard/noticeboard.ts'
import { runCommand } from '../run-program.ts'
import { CHAPTERS, holds, ROOT, whatStands } from './chapters.ts'
import { PRODUCT_FILES, writeStage } from './stage.ts'
import { patternOf, triesOf } from './tries.ts'

const APP = join(ROOT, 'packages/cli/src/main.ts')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const SETTING = join(import.meta.dirname, 'chapter.vitest.config.ts')

/** Files of the product that a reader of the tutorial does not write. */
const ASIDE = ['README.md']

// The product is written into a folder inside of the workspace, where its tools are found.
mkdirSync(join(ROOT, 'dist'), { recursive: true })
const folder = mkdtempSync(join(ROOT, 'dist/tutorial-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('there are eight chapters, and each file of the product is added by one of them', () => {
  expect(CHAPTERS.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const adding = (file: string) => CHAPTERS.filter(({ files }) => holds(files, file)).map(({ number }) => number)
  const found = PRODUCT_FILES.filter((file) => !ASIDE.includes(file)).map((file) => ({ file, chapters: adding(file) }))
  expect(found.filter(({ chapters }) => chapters.length !== 1)).toEqual([])
})

describe.each(CHAPTERS)('after chapter $number, $title,', ({ number, page }) => {
  const stage = join(folder, String(number))
  const { env, remove } = newData()
  afterAll(remove)
  const run = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd: stage, env }, CHECK_LIMIT)
    expect(code, `node ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
  }

  test('the product passes its type check, and app check finds no problem', async () => {
    writeStage(stage, CHAPTERS.slice(0, number))
    await run(APP, 'types')
    await run(APP, 'check')
    await run(TSC, '-p', '.')
  })

  test('the product passes the tests that the chapters up to here have added', async () => {
    const tests = PRODUCT_FILES.filter((file) => /^(src|test)\/.*\.test\.ts$/.test(file))
    const { files } = whatStands(CHAPTERS.slice(0, number))
    expect(globSync('{src,test}/**/*.test.ts', { cwd: stage })).toHaveLength(
      tests.filter((file) => holds(files, file)).length,
    )
    await run(VITEST, 'run', '--config', SETTING, '--root', stage)
  })

  test('the product answers as the page of the chapter says', async () => {
    const { url, port, program } = await startNoticeboard(env, stage)
    onTestFinished(() => program.stop())
    for (const { command, prints } of triesOf(page)) {
      const asked = command.replaceAll('localhost:8080', `localhost:${port}`)
      const { stdout, stderr } = await runCommand('sh', ['-c', asked], { cwd: stage, env })
      const printed = stdout.replaceAll(url, 'http://localhost:8080').replaceAll('\r', '').trim()
      expect(printed, `${command}\n${stderr}`).toMatch(patternOf(prints))
    }
    program.stop()
    expect(await program.ended).toBe(0)
  })
})
