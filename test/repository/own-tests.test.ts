import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putTests } from '../../tools/compatibility/own-tests.ts'
import { newFolder } from '../../tools/new-folder.ts'

const folder = newFolder('own-tests')
const FILES = {
  'package.json': '{ "name": "@acme/x", "exports": { ".": "./src/index.ts", "./errors": "./src/errors.ts" } }',
  'src/a/door.test.ts': "import { a } from '../index.ts'\nconst { b } = await import('../errors.ts')\n",
  'src/a/inside.test.ts': "import { c } from './c.ts'\n",
  'src/with-kit.test.ts': "import { kit } from './kit.test-kit.ts'\n",
  'src/kit.test-kit.ts': "import { a } from './index.ts'\n",
  'src/with-other-kit.test.ts': "import { other } from './other.test-kit.ts'\n",
  'src/other.test-kit.ts': "import { c } from './a/c.ts'\n",
}

beforeAll(() => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, 'old', file)), { recursive: true })
    writeFileSync(join(folder, 'old', file), text)
  }
  putTests(join(folder, 'old'), join(folder, 'new'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const put = (file: string) => readFileSync(join(folder, 'new', file), 'utf8')

test('in a test that is copied to run against another version, imports of paths become imports of the package by its name', () => {
  expect(put('src/a/door.test.ts')).toBe("import { a } from '@acme/x'\nconst { b } = await import('@acme/x/errors')\n")
})

test('the helpers that a copied test imports are copied with the test', () => {
  expect(put('src/with-kit.test.ts')).toBe("import { kit } from './kit.test-kit.ts'\n")
  expect(put('src/kit.test-kit.ts')).toBe("import { a } from '@acme/x'\n")
})

test.each(['src/a/inside.test.ts', 'src/other.test-kit.ts', 'src/with-other-kit.test.ts'])(
  '%s is not copied, since it or its helper imports a file that the package does not export',
  (file) => {
    expect(existsSync(join(folder, 'new', file))).toBe(false)
  },
)
