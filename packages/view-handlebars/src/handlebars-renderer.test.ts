import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Application } from '@app/core'
import { render, view } from '@app/view'
import { expect, onTestFinished, test } from 'vitest'
import { HandlebarsRenderer } from './index.ts'

test('a template calls functions under app, such as app.asset, and their members', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handlebars-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'page.hbs'), '{{app.asset "app.js"}} {{app.asset.tags "app.js" app.nonce}}')
  const asset = Object.assign((name: string) => `/${name}`, {
    tags: (name: string, nonce: unknown) => ({ toHTML: () => `<script src="/${name}" nonce="${nonce}">` }),
  })
  const app = new Application()
  app.pipe(view({ renderer: new HandlebarsRenderer({ folder }), app: { asset: () => asset, nonce: () => 'n' } }))
  app.pipe((request) => render(request, 'page'))
  expect(await (await app.request('/')).text()).toBe('/app.js <script src="/app.js" nonce="n">')
})
