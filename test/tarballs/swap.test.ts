import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { Outside } from './workspace.ts'

const tarballs = inject('tarballs')
const ROUTERS = ['@app/router-find-my-way', '@app/router-trouter', '@app/router-rou3']
const APP = join(import.meta.dirname, 'swapped')

describe('an application installed outside of the workspace', () => {
  const outside = new Outside(tarballs)
  afterAll(() => outside.delete())
  cpSync(APP, outside.folder, { recursive: true })
  outside.add('@app/core', '@app/router')

  test('without a router, the application fails with an error that has the command to install one', () => {
    expect(() => outside.node('--test', 'app.test.js')).toThrow('npm install @app/router-find-my-way')
  })

  test.each(ROUTERS)('the application passes its tests with %s, without any other change', (router) => {
    outside.add(router)
    expect(outside.node('--test', 'app.test.js')).toContain('pass 1')
    outside.remove(router)
    for (const file of ['app.js', 'app.test.js']) {
      expect(readFileSync(join(outside.folder, file))).toEqual(readFileSync(join(APP, file)))
    }
  })

  test('with two routers installed, the application fails with an error that names both, and shows how to choose', () => {
    outside.add('@app/router-find-my-way', '@app/router-trouter')
    const message = 'Several routers are installed: @app/router-find-my-way, @app/router-trouter. Remove all but one'
    expect(() => outside.node('--test', 'app.test.js')).toThrow(message)
    outside.remove('@app/router-find-my-way')
    outside.remove('@app/router-trouter')
  })

  test('the application finds a router of another team, which passes the tests that @app/router exports for routers', () => {
    cpSync(join(import.meta.dirname, 'outside-router'), join(outside.folder, 'outside-router'), { recursive: true })
    outside.add('./outside-router')
    expect(outside.node('--test', 'app.test.js')).toContain('pass 1')
    expect(outside.node('--test', 'outside-router/kit.test.js')).toMatch(/fail 0/)
  })
})
