import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { runCommand } from '../programs/run-program.ts'
import { Outside } from './workspace.ts'

const ENGINES = ['@app/view-eta', '@app/view-handlebars']
const BIN = join(import.meta.dirname, '../node_modules/.bin')
const RUNTIMES = {
  node: [process.execPath],
  bun: [join(BIN, 'bun'), 'run'],
  deno: [join(BIN, 'deno'), 'run', '--allow-read', '--allow-env', '--node-modules-dir=manual'],
}
const APP = join(import.meta.dirname, 'swapped-views')

describe('an application with pages, installed outside of the workspace', () => {
  const outside = new Outside(inject('tarballs'))
  afterAll(() => outside.delete())
  cpSync(APP, outside.folder, { recursive: true })
  outside.add('@app/core', '@app/router', '@app/router-find-my-way', '@app/view')

  test('without a template engine, the application fails with an error that has the command to install one', () => {
    expect(() => outside.node('--test', 'app.test.js')).toThrow('npm install @app/view-eta')
  })

  test.each(ENGINES)('the application passes its tests with %s, without any other change', (engine) => {
    outside.add(engine)
    expect(outside.node('--test', 'app.test.js')).toContain('pass 1')
    outside.remove(engine)
    expect(readFileSync(join(outside.folder, 'app.js'))).toEqual(readFileSync(join(APP, 'app.js')))
  })

  test('with two engines installed, the application fails with an error that names both, and shows how to choose', () => {
    outside.add(...ENGINES)
    const message = 'Several template engines are installed: @app/view-eta, @app/view-handlebars. Remove all but one'
    expect(() => outside.node('--test', 'app.test.js')).toThrow(message)
    for (const engine of ENGINES) outside.remove(engine)
  })

  test.each(Object.entries(RUNTIMES))('%s renders with both engines', async (_name, [command = '', ...args]) => {
    outside.add(...ENGINES)
    const { code, stdout, stderr } = await runCommand(command, [...args, 'render.js'], { cwd: outside.folder })
    expect([code, stderr]).toEqual([0, ''])
    const page = '<main><h1>&lt;Tea&gt;</h1><a href="/notes/7">7</a></main>'
    expect(JSON.parse(stdout)).toEqual([page, page])
    for (const engine of ENGINES) outside.remove(engine)
  })

  test('the application finds an engine of another team, which passes the tests that @app/view exports for engines', () => {
    cpSync(join(import.meta.dirname, 'outside-view'), join(outside.folder, 'outside-view'), { recursive: true })
    outside.add('./outside-view')
    expect(outside.node('--test', 'app.test.js')).toContain('pass 1')
    expect(outside.node('--test', 'outside-view/kit.test.js')).toMatch(/fail 0/)
  })
})
