import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unannounced, unannouncedLines } from '../../tools/api/unannounced.ts'
import { lastRelease } from '../../tools/compatibility/last-release.ts'
import { newFolder } from '../../tools/new-folder.ts'
import { run } from '../../tools/run.ts'

const ROOT = join(import.meta.dirname, '../..')
const release = lastRelease(ROOT)

test.skipIf(release === undefined)('changesets announce what changed of the exports since the last release', () => {
  expect(release && unannouncedLines(ROOT, release)).toEqual([])
})

describe('a package that was released as 1.0.0', () => {
  const root = newFolder('announced')
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const exporting = (code: string) =>
    write('packages/x/api.md', `# @acme/x\n\n## @acme/x\n\n\`\`\`ts\n${code}\n\`\`\`\n`)
  const announcing = (level: string) => write('.changeset/new.md', `---\n'@acme/x': ${level}\n---\n\nSomething.\n`)
  const found = () => {
    const since = lastRelease(root)
    return since && unannounced(root, since).map(({ name, asked, announced }) => ({ name, asked, announced }))
  }

  beforeAll(() => {
    write('packages/x/package.json', '{ "name": "@acme/x", "version": "1.0.0" }')
    write('.changeset/old.md', "---\n'@acme/x': major\n---\n\nThe first release.\n")
    exporting('function a(x: string | URL): void;\n\nfunction b(): void;')
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['commit', '-qm', 'Release'],
      ['tag', '@acme/x@1.0.0'],
    ]) {
      run('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false', ...args], {
        cwd: root,
      })
    }
  })

  test('may stay as it is', () => {
    expect(found()).toEqual([])
  })

  test.each([
    ['an export that is gone', 'function a(x: string | URL): void;'],
    ['a type that takes less', 'function a(x: string): void;\n\nfunction b(): void;'],
  ])('must announce %s by a major', (_case, code) => {
    exporting(code)
    announcing('minor')
    expect(found()).toEqual([{ name: '@acme/x', asked: 'major', announced: 'minor' }])
    announcing('major')
    expect(found()).toEqual([])
  })

  test('must announce what is new by a minor; changesets of before do not count', () => {
    exporting('function a(x: string | URL): void;\n\nfunction b(): void;\n\nfunction c(): void;')
    rmSync(join(root, '.changeset/new.md'))
    expect(found()).toEqual([{ name: '@acme/x', asked: 'minor', announced: undefined }])
    announcing('patch')
    expect(found()).toEqual([{ name: '@acme/x', asked: 'minor', announced: 'patch' }])
    announcing('minor')
    expect(found()).toEqual([])
  })
})
