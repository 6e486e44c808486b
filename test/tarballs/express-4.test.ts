import { copyFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { Outside, ROOT } from './workspace.ts'

describe('a project that has Express 4', () => {
  const outside = new Outside(inject('tarballs'))
  afterAll(() => outside.delete())
  outside.add(realpathSync(join(ROOT, 'test/node_modules/express-4')))

  test('npm adds the core and @app/connect, and middleware gets the members of Express 4', () => {
    outside.add('@app/core', '@app/connect')
    copyFileSync(join(import.meta.dirname, 'express-4/app.js'), join(outside.folder, 'app.js'))

    expect(JSON.parse(outside.node('app.js'))).toEqual({
      bare: { host: 'localhost', page: '2', secure: false },
      old: { id: '7', page: '2', body: { name: 'Ada' } },
      ours: 'ours',
    })
  })
})
