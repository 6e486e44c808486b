import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourcePackages } from '../../tools/imports.ts'
import { releaseCopy, well } from './release-copy.ts'

const { folder: copy, pnpm, read, make, remove } = releaseCopy()

beforeAll(make)
afterAll(remove)

test('pnpm release:sbom writes for each package a list that has all dependencies of its manifest', async () => {
  await well(pnpm('release:sbom'))
  const packages = sourcePackages(copy).filter(({ manifest }) => !manifest.private)
  const missing = packages.flatMap(({ name, manifest }) => {
    const { components } = JSON.parse(read(`sbom/${name.slice(1).replace('/', '-')}.json`)) as {
      readonly components: readonly { readonly purl: string }[]
    }
    const listed = components.map(({ purl }) => decodeURIComponent(purl))
    return Object.keys(manifest.dependencies ?? {}).filter((one) => !listed.some((purl) => purl.includes(`${one}@`)))
  })
  expect(missing).toEqual([])
})

test('set-repository writes the address of the repository into every manifest, and its owner into the files of .github', async () => {
  const args = ['exec', 'node', 'tools/release/set-repository.ts', 'https://git.example/acme/web/']
  await well(pnpm(...args))
  expect(JSON.parse(read('packages/static/package.json'))).toMatchObject({
    homepage: 'https://git.example/acme/web/tree/main/packages/static#readme',
    bugs: 'https://git.example/acme/web/issues',
    repository: { url: 'git+https://git.example/acme/web.git' },
  })
  expect(read('.github/ISSUE_TEMPLATE/config.yml')).toContain('https://git.example/acme/web/security')
  expect(read('.github/CODEOWNERS')).toBe('* @acme/maintainers\n')
  expect(read('.github/FUNDING.yml')).toBe('github: acme\n')
  await well(pnpm('exec', 'vitest', 'run', 'test/repository/changesets'))
})
