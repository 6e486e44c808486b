import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GUARD } from '../../tools/rehearsal/add-toolbox.ts'
import { EFFECTS } from '../../tools/rehearsal/toolbox-effects.ts'

const PACKAGES = join(import.meta.dirname, '../../packages')

test('each package that app add puts into the pipeline is rehearsed, with what it does there', () => {
  const files = globSync('*/src/config-provider.ts', { cwd: PACKAGES })
  const piped = files.filter((file) => readFileSync(join(PACKAGES, file), 'utf8').includes('middleware_pipeline:'))
  const names = piped.map((file) => `@app/${file.split(/[\\/]/)[0]}`)
  const rehearsed = [...Object.keys(EFFECTS), GUARD]
  expect(
    names.filter((name) => !rehearsed.includes(name)),
    'Say in tools/rehearsal/toolbox-effects.ts what is seen of it in a new application',
  ).toEqual([])
  expect(rehearsed.toSorted()).toEqual(names.toSorted())
})
