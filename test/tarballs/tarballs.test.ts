import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { Outside, ROOT } from './workspace.ts'

const tarballs = inject('tarballs')

test.each(tarballs)(
  'the tarball of $name contains built files, sources, templates, manifest, README, licence and change log, and nothing else',
  ({ files }) => {
    const extra = files.filter(
      (file) =>
        !/^(dist\/.+\.(js|d\.ts)(\.map)?|src\/.+\.ts|templates\/.+|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(
          file,
        ),
    )
    expect(extra).toEqual([])
    expect(files.filter((file) => /^dist\/.*\.test\./.test(file))).toEqual([])
    expect(files).toContain('dist/index.js')
    expect(files).toContain('dist/index.d.ts')
    expect(files).toContain('README.md')
    expect(files).toContain('LICENSE')
  },
)

describe('core and one router installed outside of the workspace', () => {
  const outside = new Outside(tarballs)
  const { folder } = outside
  afterAll(() => outside.delete())
  outside.add('@app/core', '@app/router', '@app/router-find-my-way')
  copyFileSync(join(import.meta.dirname, 'nine-lines/app.ts'), join(folder, 'app.ts'))

  test('the two packages run a program of nine lines', () => {
    expect(outside.node('app.ts')).toBe('200,200,404 {"id":"7"} /users/7\n')
  })

  test('the program of nine lines compiles with the types of the two packages, and does not if it reads a param that the path lacks', () => {
    const options = {
      strict: true,
      module: 'nodenext',
      target: 'es2024',
      types: ['node'],
      noEmit: true,
      allowImportingTsExtensions: true,
    }
    const typeRoots = [join(ROOT, 'node_modules/@types')]
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...options, typeRoots }, include: ['*.ts'] }),
    )
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    expect(outside.node(tsc, '-p', '.')).toBe('')
    writeFileSync(
      join(folder, 'wrong.ts'),
      readFileSync(join(folder, 'app.ts'), 'utf8').replace('params.id', 'params.nope'),
    )
    expect(() => outside.node(tsc, '-p', '.')).toThrow("Property 'nope' does not exist")
    rmSync(join(folder, 'wrong.ts'))
  })

  test('the installation contains our packages, find-my-way and its dependencies, and nothing else', () => {
    const installed = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => path.replace('/package.json', ''))
    expect(installed.sort()).toEqual([
      '@app/checks',
      '@app/core',
      '@app/http',
      '@app/router',
      '@app/router-find-my-way',
      'fast-decode-uri-component',
      'fast-deep-equal',
      'fast-querystring',
      'find-my-way',
      'ret',
      'safe-regex2',
    ])
  })
})
