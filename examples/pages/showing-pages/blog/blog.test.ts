import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, type ServerRequest } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { RENDERER_SERVICE, render, configProvider as views } from '@app/view'
import { EtaRenderer } from '@app/view-eta'
import { expect, onTestFinished, test } from 'vitest'
import { configProvider as blog } from './config-provider.ts'

const post = { title: 'Tea', text: 'Buy <some>.', author: 'Ada' }

async function page(own: Readonly<Record<string, string>>): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'blog-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'templates')
  cpSync(join(import.meta.dirname, '../templates'), folder, { recursive: true })
  for (const [name, text] of Object.entries(own)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const application: Config = {
    dependencies: {
      services: { '@app/router/RouterInterface': new FindMyWayRouter() },
      factories: {
        [RENDERER_SERVICE]: (container) => {
          const { view } = container.get('config') as { view: { folders: Record<string, URL> } }
          return new EtaRenderer({ folder, folders: view.folders })
        },
      },
    },
    middleware_pipeline: {
      page: { middleware: (request: ServerRequest) => render(request, 'blog/post', { post }), priority: 1 },
    },
  }
  const config = await resolveConfig(defineConfig([core, views, blog, application]), { root })
  return (await createContainer(config).get(Application.SERVICE).request('/')).text()
}

test('a page of a package uses the layout of the application', async () => {
  const html = await page({})
  expect(html).toContain('<main><h1>Tea</h1>')
  expect(html).toContain('<p>By Ada</p>\n<p>Buy &lt;some&gt;.</p>')
})

test('an application replaces one part of a package, and the rest comes from the package', async () => {
  const html = await page({ 'blog/parts/byline.eta': '<address><%= it.post.author %></address>' })
  expect(html).toContain('<address>Ada</address>')
  expect(html).toContain('<p>Buy &lt;some&gt;.</p>')
})
