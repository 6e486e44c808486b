import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { runCommand } from '../programs/run-program.ts'
import { Outside, ROOT } from './workspace.ts'

const outside = new Outside(inject('tarballs'))
afterAll(() => outside.delete())

const FILES = {
  'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
export default defineConfig([core, autoload('config/autoload')])`,
  'config/container.ts': `import { loadConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
export default createContainer(await loadConfig({ from: import.meta.url }))`,
  'config/autoload/app.global.ts': `import { visits } from '../../src/visits.ts'
export default { routes: { home: { path: '/', middleware: () => new Response(String(visits.getStore())) } } }`,
  'src/visits.ts': `import { AsyncLocalStorage } from 'node:async_hooks'
export const visits = new AsyncLocalStorage()`,
  'src/visits.test.ts': `import { expect, test } from 'vitest'
import container from '../config/container.ts'
import { visits } from './visits.ts'
test('one copy', async () => {
  const app = await container.get('@app/core/Application')
  expect(await (await visits.run(7, () => app.request('/'))).text()).toBe('7')
})`,
}

test('with the vitest.config.ts that npm create @app writes, tests share their modules with the files of config/autoload', async () => {
  outside.add('@app/config', '@app/container-factory', '@app/core', '@app/router-find-my-way')
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(outside.folder, name)), { recursive: true })
    writeFileSync(join(outside.folder, name), text)
  }
  const config = 'vitest.config.ts'
  cpSync(join(ROOT, 'packages/create/templates/from-configuration', config), join(outside.folder, config))
  symlinkSync(realpathSync(join(ROOT, 'node_modules/vitest')), join(outside.folder, 'node_modules/vitest'))
  const { code, stdout, stderr } = await runCommand(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run'],
    { cwd: outside.folder },
  )
  expect(code, stdout + stderr).toBe(0)
})
