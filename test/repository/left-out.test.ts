import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openChromium, whyNoChromium } from '../programs/browser/chromium.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = globSync(['packages/*/src/**/*.test.ts', 'examples/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'], {
  cwd: ROOT,
})

/** Matches conditions that no installation would change, such as the platform. */
const OF_THE_MACHINE = /process\.|existsSync|hasIpv6|release ===|vectorFolders/

test('if a test is left out since something is not installed, its name says so', () => {
  const found = FILES.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return [...text.matchAll(/\.(?:skipIf|runIf)\(/g)].map(({ index }) => ({
      file,
      rest: text.slice(index, index + 500),
    }))
  })
  const silent = found.filter(({ rest }) => {
    const condition = rest.slice(0, rest.search(/\)(?:\.each)?\(/))
    const [, title = ''] = /\(\s*([`'][\s\S]*?[`']),\s*(?:async )?\(/.exec(rest.slice(condition.length)) ?? []
    return !OF_THE_MACHINE.test(condition) && !title.includes('${')
  })
  expect(found.length).toBeGreaterThan(20)
  expect(silent.map(({ file, rest }) => `${file}: ${rest.slice(0, 80)}`)).toEqual([])
})

test('no test is marked with skip, only, todo or fails', () => {
  const set = FILES.filter((file) =>
    /\b(?:test|it|describe)\.(?:skip|only|todo|fails)\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(set).toEqual([])
})

test('if Chromium is not installed, the tests that need it are left out, except in CI, where they fail', async () => {
  expect(whyNoChromium(undefined, undefined)).toBe('Chromium is not installed: apt-get install chromium')
  expect([whyNoChromium('/usr/bin/chromium', undefined), whyNoChromium(undefined, 'true')]).toEqual([
    undefined,
    undefined,
  ])
  await expect(openChromium({ executablePath: join(ROOT, 'no-browser') })).rejects.toThrow(/no-browser/)
})
