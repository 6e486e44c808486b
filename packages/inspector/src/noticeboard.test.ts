import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MiddlewareDescription } from '@app/core'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../test/programs/run-program.ts'
import { attribute, boxesIn, elementsOf, positionsIn } from './picture.test.helper.ts'

/**
 * Runs a command of `app` for the application in `examples/noticeboard`, in a project that has installed the inspector.
 * Returns the output of the command.
 */
async function noticeboard(...args: readonly string[]): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'graph-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'node_modules/@app'), { recursive: true })
  symlinkSync(join(import.meta.dirname, '..'), join(root, 'node_modules/@app/inspector'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module", "devDependencies": { "@app/inspector": "*" } }')
  const [main, app] = ['packages/cli/src/main.ts', 'examples/noticeboard/app.ts'].map((path) =>
    join(import.meta.dirname, '../../..', path),
  )
  const env = { APP_SECRET: 'a secret of a test that is long enough for it', DATABASE_FILE: ':memory:' }
  const ended = await runCommand(process.execPath, [main as string, ...args, '--app', app as string], {
    cwd: root,
    env,
  })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return ended.stdout
}

test('the picture of the pipeline has the names and prefixes that the application describes, in their order', async () => {
  const described = JSON.parse(await noticeboard('pipeline', '--json')) as readonly MiddlewareDescription[]
  const all = (items: readonly MiddlewareDescription[]): string[] =>
    items.flatMap(({ kind, name, text, path, items = [] }) => [
      `${path === undefined ? '' : `${path} `}${(name === 'middleware' ? text : name) ?? text ?? kind}`,
      ...all(items),
    ])
  const svg = await noticeboard('graph', 'pipeline')
  const positions = positionsIn(svg)
  expect(positions.length).toBeGreaterThan(15)
  expect(positions).toEqual(all(described))
  await expect(svg).toMatchFileSnapshot('../../../docs/pictures/pipeline.svg')
})

test('the picture of the services has each service that needs another or is needed, and a line from each service to the services that it needs', async () => {
  const svg = await noticeboard('graph', 'services')
  const listed = JSON.parse(await noticeboard('services', '--json')) as readonly { readonly name: string }[]
  const names = boxesIn(svg)
  expect(names.length).toBeGreaterThan(20)
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  expect(names).toEqual(expect.arrayContaining(['noticeboard/accounts', 'noticeboard/database', 'noticeboard/mailer']))
  const [root] = elementsOf(svg)
  expect(root && attribute(root, 'aria-label')).toContain('noticeboard/teams needs noticeboard/database')
  expect(elementsOf(svg).filter(({ tagName }) => tagName === 'path').length).toBeGreaterThan(names.length)
})
