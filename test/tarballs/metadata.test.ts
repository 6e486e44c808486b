import { describe, expect, inject, test } from 'vitest'
import { readPacked } from './workspace.ts'

const CODE = /^```ts\n(.*?)^```$/gms
const ON_INSTALL = /^(pre|post)?(install|prepare|prepublish)$/

describe.each(inject('tarballs'))('$name', ({ name, path, files, manifest }) => {
  test('each manifest describes its package by a sentence and keywords', () => {
    expect(manifest.description).toMatch(/^[A-Z].{20,120}\.$/)
    expect(manifest.keywords.length).toBeGreaterThanOrEqual(3)
  })

  test('each manifest names authors, repository, licence and platforms', () => {
    const directory = `packages/${name.replace('@app/', '')}`
    expect(manifest.repository).toMatchObject({ type: 'git', url: expect.stringMatching(/^git\+https:/), directory })
    const home = manifest.repository.url.replace(/^git\+|\.git$/g, '')
    expect(manifest.homepage).toBe(`${home}/tree/main/${directory}#readme`)
    expect(manifest.bugs).toBe(`${home}/issues`)
    expect(manifest.author).toContain(home)
    expect(manifest).toMatchObject({ license: 'MIT', engines: { node: '^20.19.2 || >=22.3' } })
  })

  test('each manifest says that the package has ES modules in dist, which do nothing when they are imported', () => {
    expect(manifest).toMatchObject({ type: 'module', sideEffects: false })
    expect(manifest.files[0]).toBe('dist')
  })

  test('each package exports only files that it contains, with the condition types first and default last', () => {
    for (const conditions of Object.values(manifest.exports)) {
      const names = Object.keys(conditions)
      expect([names[0], names.at(-1)]).toEqual(['types', 'default'])
      for (const file of Object.values(conditions)) expect(files).toContain(file.replace('./', ''))
    }
  })

  test('each package contains its change log', () => {
    expect(manifest.files).toContain('CHANGELOG.md')
  })

  test('no package runs a script when it is installed', () => {
    expect(Object.keys(manifest.scripts ?? {}).filter((script) => ON_INSTALL.test(script))).toEqual([])
    expect(files).not.toContain('binding.gyp')
  })

  test('each manifest requires packages in ranges such as ^1.0.0, and not by workspace:^, which no registry knows', () => {
    const ranges = Object.values({ ...manifest.dependencies, ...manifest.peerDependencies })
    expect(ranges.filter((range) => !/^\^\d/.test(range))).toEqual([])
  })

  test('each package has a README, whose programs have fifteen lines at most', () => {
    const readme = readPacked(path, 'README.md')
    expect(readme).toContain(name)
    for (const [, program = ''] of readme.matchAll(CODE)) {
      expect(program.match(/^.*\S/gm)?.length, program).toBeLessThanOrEqual(15)
    }
  })
})
