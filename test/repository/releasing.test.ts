import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addChangeset } from '../../tools/add-changeset.ts'
import { EXPERIMENTAL_NOTE } from '../../tools/experimental.ts'
import { publicPackages } from '../../tools/public-packages.ts'
import { writeFirstChangelogs } from '../../tools/release/first-changelogs.ts'
import { wantingChangeset } from '../../tools/release/wanting-changeset.ts'
import { releaseCopy, well } from './release-copy.ts'

const { folder: copy, pnpm, git, read, make, remove } = releaseCopy()

// `pnpm rehearse` tests that the versions of the next release work, and that all checks pass on its commit.
beforeAll(make)
beforeEach(async () => {
  await well(git('checkout', '--quiet', '--force', '-B', 'topic', 'main'))
  await well(git('clean', '--quiet', '--force', '-d'))
})
afterAll(remove)

describe('a change log', () => {
  const paragraphs = (name: string) => read(`packages/${name}/CHANGELOG.md`).trim().split('\n\n')

  test('the change log of a first release says what the package is, how to begin, and whether it is experimental', () => {
    const logs = globSync('packages/*/CHANGELOG.md', { cwd: copy })
    expect(logs).toHaveLength(Object.keys(publicPackages(copy)).length)
    writeFirstChangelogs(copy, ['@app/static', '@app/websocket'])
    const { version, description, homepage } = JSON.parse(read('packages/static/package.json'))
    expect(paragraphs('static')).toEqual([
      '# @app/static',
      `## ${version}`,
      `The first release. ${description}`,
      '```sh\nnpm install @app/static\n```',
      `[The README](${homepage}) shows how to use it.`,
    ])
    expect(paragraphs('websocket')).toContain(EXPERIMENTAL_NOTE)
  })

  test('each later change log has a line for each changeset, with a link to its commit', async () => {
    addChangeset(copy, 'minor', ['@app/static'], 'Something new.')
    await well(git('add', '--all'))
    await well(git('commit', '--quiet', '--message=A change'))
    await well(pnpm('release:version'))
    const page = JSON.parse(read('package.json')).repository.url.replace(/^git\+|\.git$/g, '')
    const line = new RegExp(`^- \\[\`[0-9a-f]{7}\`\\]\\(${page}/commit/[0-9a-f]{40}\\): Something new\\.$`, 'm')
    expect(read('packages/static/CHANGELOG.md')).toMatch(line)
  })
})

describe('the check of a pull request for changesets', () => {
  const commit = async () => {
    await well(git('add', '--all'))
    await well(git('commit', '--quiet', '--message=A change'))
  }
  const change = (file: string, from = /$/, to = '\n') => writeFileSync(join(copy, file), read(file).replace(from, to))
  const wanting = () => wantingChangeset(copy, 'main')

  test('a changed export, dependency, Node version or template requires a changeset', async () => {
    change('packages/static/api.md')
    change('packages/cors/package.json', /\^20\.19\.2 \|\| >=22\.3/, '>=22.3')
    change('pnpm-workspace.yaml', /^ {2}jose: .*$/m, '  jose: ^7.0.0')
    change('packages/create/templates/provider/README.md')
    await commit()
    const all = ['@app/authentication-oidc', '@app/authentication', '@app/cors', '@app/create', '@app/static']
    expect(wanting().required).toEqual(all)
    addChangeset(copy, 'patch', all.slice(1), 'A change.')
    await commit()
    expect(wanting().required).toEqual(['@app/authentication-oidc'])
  })

  test('a change inside of a package is left to people, and tests and pages need no changeset', async () => {
    for (const file of ['packages/static/src/serve-static.test.ts', 'packages/static/README.md', 'docs/routing.md'])
      change(file)
    change('packages/cors/src/index.ts')
    await commit()
    expect(wanting()).toEqual({ required: [], others: ['@app/cors'] })
  })
})
