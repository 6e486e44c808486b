import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { withBuild } from './built.ts'

test('a template has the elements for the files of a build, with the nonce of the page, and the files never change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const manifest = {
    'src/main.ts': { file: 'assets/main-BRBmoGS9.js', isEntry: true, css: ['assets/main-5UjPuW-k.css'] },
    'logo.svg': { file: 'assets/logo-D3F4a5b6.svg' },
  }
  mkdirSync(join(folder, '.vite'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'assets/main-BRBmoGS9.js'), 'x')
  const app = withBuild(pathToFileURL(`${folder}/`))
  const response = await app.request('/')
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
  const page = await response.text()
  expect(nonce).toBeTypeOf('string')
  expect(page).toContain(`<script type="module" src="/assets/main-BRBmoGS9.js" nonce="${nonce}"></script>`)
  expect(page).toContain(`<link rel="stylesheet" href="/assets/main-5UjPuW-k.css" nonce="${nonce}">`)
  expect(page).toContain('<img src="/assets/logo-D3F4a5b6.svg" alt="Logo">')
  const file = await app.request('/assets/main-BRBmoGS9.js')
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})
