import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BEHAVIOUR } from '../../tools/api/behaviour/behaviour.ts'
import { unannounced, unannouncedLines } from '../../tools/api/unannounced.ts'
import { lastRelease } from '../../tools/compatibility/last-release.ts'
import { forgetReleased, TAKES_MORE } from '../../tools/compatibility/notes.ts'
import { newFolder } from '../../tools/new-folder.ts'
import { run } from '../../tools/run.ts'

const ROOT = join(import.meta.dirname, '../..')
const release = lastRelease(ROOT)

test.skipIf(release === undefined)('unreleased changes of exports and behaviour are announced by changesets', () => {
  expect(release && unannouncedLines(ROOT, release)).toEqual([])
})

const reportOf = (name: string, code: string, line: string) =>
  `# @acme/${name}\n\n## @acme/${name}\n\n\`\`\`ts\n${code}\n\`\`\`\n\n## ${BEHAVIOUR}\n\n\`\`\`text\n${line}\n\`\`\`\n`

describe('a package that was released as 1.0.0', () => {
  const root = newFolder('announced')
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const exporting = (code: string, limit = 300) =>
    write('packages/x/api.md', reportOf('x', code, `default Options.limit: ${limit}`))
  const announcing = (level: string) => write('.changeset/new.md', `---\n'@acme/x': ${level}\n---\n\nSomething.\n`)
  const judging = (notes: object) => write(TAKES_MORE, JSON.stringify(notes))
  const versioned = (version: string) => {
    write('packages/x/package.json', JSON.stringify({ name: '@acme/x', version }))
    rmSync(join(root, '.changeset/new.md'), { force: true })
  }
  const found = () => {
    const since = lastRelease(root)
    return since && unannounced(root, since).map(({ name, asked, announced }) => ({ name, asked, announced }))
  }
  const lines = () => {
    const since = lastRelease(root)
    return since && unannouncedLines(root, since)
  }
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false', ...args], {
      cwd: root,
    })
  const release = (version: string) => {
    versioned(version)
    git('add', '-A')
    git('commit', '-qm', 'Release')
    git('tag', `@acme/x@${version}`)
  }

  beforeAll(() => {
    write('.changeset/old.md', "---\n'@acme/x': major\n---\n\nThe first release.\n")
    exporting('function a(x: string | URL): void;\n\nfunction b(): void;')
    write('packages/y/package.json', JSON.stringify({ name: '@acme/y', version: '1.0.0' }))
    write('packages/y/api.md', reportOf('y', 'function y(): void;', 'variable Y: read'))
    git('init', '-q')
    release('1.0.0')
  })

  test('a package that has not changed needs no changeset', () => {
    expect(found()).toEqual([])
  })

  test.each([
    ['an export that is gone', 'function a(x: string | URL): void;'],
    ['a type that takes less', 'function a(x: string): void;\n\nfunction b(): void;'],
  ])('a package needs a major changeset for %s', (_case, code) => {
    exporting(code)
    announcing('minor')
    expect(found()).toEqual([{ name: '@acme/x', asked: 'major', announced: 'minor' }])
    announcing('major')
    expect(found()).toEqual([])
  })

  test('a package needs a major changeset for a changed default, unless tools/api/takes-more.json lists the change', () => {
    exporting('function a(x: string | URL): void;\n\nfunction b(): void;', 100)
    announcing('minor')
    expect(found()).toEqual([{ name: '@acme/x', asked: 'major', announced: 'minor' }])
    judging({ '@acme/x: default Options.limit': 'Nobody has come near to it.' })
    expect(found()).toEqual([])
    rmSync(join(root, TAKES_MORE))
  })

  test('a package needs no changeset for the change of another package', () => {
    exporting('function a(x: string | URL): void;')
    announcing('major')
    write('packages/y/api.md', reportOf('y', 'function y(): void;\n\nfunction z(): void;', 'variable Y: read'))
    expect(found()).toEqual([{ name: '@acme/y', asked: 'minor', announced: undefined }])
    write('packages/y/api.md', reportOf('y', 'function y(): void;', 'variable Y: read'))
  })

  test('a package needs a minor changeset for an addition; a changeset that the last release already had does not count', () => {
    exporting('function a(x: string | URL): void;\n\nfunction b(): void;\n\nfunction c(): void;')
    rmSync(join(root, '.changeset/new.md'))
    expect(found()).toEqual([{ name: '@acme/x', asked: 'minor', announced: undefined }])
    announcing('patch')
    expect(found()).toEqual([{ name: '@acme/x', asked: 'minor', announced: 'patch' }])
    announcing('minor')
    expect(found()).toEqual([])
  })
  test.each([
    ['a minor', 'minor', '1.1.0', []],
    ['more than that', 'minor', '2.0.0', []],
    ['too little', 'minor', '1.0.1', ['patch']],
    ['nothing', 'minor', '1.0.0', [undefined]],
  ])(
    'if a package that needs a minor has no changeset left, the step from its released version to its version counts in place of a changeset: it announces %s',
    (_case, asked, version, announced) => {
      versioned(version)
      expect(found()).toEqual(announced.map((level) => ({ name: '@acme/x', asked, announced: level })))
    },
  )

  test('if a package has both a raised version without a tag and a changeset, the larger of the two levels counts', () => {
    versioned('1.1.0')
    announcing('patch')
    expect(found()).toEqual([])
  })

  test('tools/api/takes-more.json may say that a change which looks breaking accepts more; the entry is valid until that change is released', () => {
    const before = 'function a(x: string | URL): void;\n\nfunction b(): void;'
    const wider = 'function a(x: string | URL): void;\n\nfunction b(): void | true;'
    exporting(wider)
    versioned('1.1.0')
    expect(found()).toEqual([{ name: '@acme/x', asked: 'major', announced: 'minor' }])
    judging({ '@acme/x: b': 'Nobody looks at the result.' })
    expect(lines()).toEqual([])
    // An entry that is still in the file after the release is not reported as out of date.
    release('1.1.0')
    expect(lines()).toEqual([])

    // The judgement about a released change does not excuse a later change of the same name.
    exporting(wider.replace('true', 'false'))
    announcing('minor')
    expect(found()).toEqual([{ name: '@acme/x', asked: 'major', announced: 'minor' }])
    judging({ '@acme/x: b': 'Nobody looks at this one, either.' })
    expect(lines()).toEqual([])
    exporting(wider)
    expect(lines()).toEqual([`${TAKES_MORE} judges "@acme/x: b", which has not changed. Take the line out.`])
    exporting(before)
    forgetReleased(root)
    expect(readFileSync(join(root, TAKES_MORE), 'utf8')).toContain('this one')
    release('1.2.0')
    forgetReleased(root)
    expect(readFileSync(join(root, TAKES_MORE), 'utf8')).toBe('{}\n')
  })
})
