import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EFFECTS, GUARD, WITH_DATABASE } from '../tarballs/toolbox-added/toolbox-effects.ts'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGES = join(ROOT, 'packages')
const PAGE = readFileSync(join(ROOT, 'docs/toolbox.md'), 'utf8')

test('toolbox-effects.ts lists exactly the packages of the toolbox that `app add` puts into the pipeline', () => {
  const files = globSync('*/src/config-provider.ts', { cwd: PACKAGES })
  const piped = files.filter((file) => readFileSync(join(PACKAGES, file), 'utf8').includes('middleware_pipeline:'))
  const names = piped.map((file) => `@app/${file.split(/[\\/]/)[0]}`).filter((name) => PAGE.includes(`\`${name}\``))
  const rehearsed = [...Object.keys(EFFECTS), GUARD, WITH_DATABASE]
  expect(
    names.filter((name) => !rehearsed.includes(name)),
    'Add to test/tarballs/toolbox-added/toolbox-effects.ts the effect that each of these packages has in a new application',
  ).toEqual([])
  expect(rehearsed.toSorted()).toEqual(names.toSorted())
})
