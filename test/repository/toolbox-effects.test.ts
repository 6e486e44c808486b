import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EFFECTS, GUARD } from '../tarballs/toolbox-added/toolbox-effects.ts'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGES = join(ROOT, 'packages')
const PAGE = readFileSync(join(ROOT, 'docs/toolbox.md'), 'utf8')

test('toolbox-effects.ts has the effect of each package of the toolbox that app add puts into the pipeline, and of no others', () => {
  const files = globSync('*/src/config-provider.ts', { cwd: PACKAGES })
  const piped = files.filter((file) => readFileSync(join(PACKAGES, file), 'utf8').includes('middleware_pipeline:'))
  const names = piped.map((file) => `@app/${file.split(/[\\/]/)[0]}`).filter((name) => PAGE.includes(`\`${name}\``))
  const rehearsed = [...Object.keys(EFFECTS), GUARD]
  expect(
    names.filter((name) => !rehearsed.includes(name)),
    'Say in test/tarballs/toolbox-added/toolbox-effects.ts what is seen of it in a new application',
  ).toEqual([])
  expect(rehearsed.toSorted()).toEqual(names.toSorted())
})
