import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Application } from '@app/core'
import { form, render, view } from '@app/view'
import { expect, onTestFinished, test } from 'vitest'
import { EtaRenderer } from './index.ts'

function workplace(): { readonly folder: string; readonly blog: string; write(path: string, text: string): void } {
  const place = mkdtempSync(join(tmpdir(), 'eta-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const [folder, blog] = [join(place, 'templates'), join(place, 'blog')]
  for (const path of [join(folder, 'blog'), blog]) mkdirSync(path, { recursive: true })
  return { folder, blog, write: (path, text) => writeFileSync(join(place, path), text) }
}

test('a template of a package uses the layout of the application, and the application may have its own version of a part', () => {
  const { folder, blog, write } = workplace()
  write('blog/post.eta', '<% layout("/layout") %><%~ include("./row") %>')
  write('blog/row.eta', 'row of the package')
  write('templates/layout.eta', '<main><%~ it.body %></main>')
  const make = () => new EtaRenderer({ folder, folders: { blog }, reload: false })
  expect(make().render('blog/post')).toBe('<main>row of the package</main>')
  write('templates/blog/row.eta', 'own row')
  expect(make().render('blog/post')).toBe('<main>own row</main>')
})

test('a template renders fields by app.field, and all messages by app.formProblems', async () => {
  const { folder, write } = workplace()
  write(
    'templates/page.eta',
    '<%= it.app.formProblems(it.form) %><%= it.app.field(it.form, { name: "title", label: "Title" }) %>',
  )
  const app = new Application().pipe(view({ renderer: new EtaRenderer({ folder }) }))
  app.pipe((request) => render(request, 'page', { form: form({ title: '<Tea>' }).with({ title: 'No.' }) }))
  const html = await (await app.request('/')).text()
  expect(html).toContain('<li><a href="#title">No.</a></li>')
  expect(html).toContain('<input type="text" id="title" name="title" value="&lt;Tea&gt;" autofocus aria-invalid="true"')
})
