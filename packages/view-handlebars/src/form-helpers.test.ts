import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { form } from '@app/view'
import { expect, onTestFinished, test } from 'vitest'
import { HandlebarsRenderer } from './index.ts'

function shown(template: string, data: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'helpers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'page.hbs'), template)
  return new HandlebarsRenderer({ folder, reload: false }).render('page', data)
}

test('the helper field renders a field of a form, with the options of field()', () => {
  const sent = form({ title: '<Tea>' }).with({ title: 'No.' })
  const html = shown('{{field form "title" label="Title" maxlength=9}}{{formProblems form}}', { form: sent })
  expect(html).toContain(
    '<input type="text" id="title" name="title" value="&lt;Tea&gt;" maxlength="9" autofocus aria-invalid="true"',
  )
  expect(html).toContain('<li><a href="#title">No.</a></li>')
  expect(
    shown('{{field form "kind" label="Kind" type="select" options=kinds}}', { form: form(), kinds: { a: 'A' } }),
  ).toContain('<option value="a">A</option>')
})

test('the helper rows lists the rows of a form', () => {
  const template = '{{#each (rows form "items" least=1)}}{{field ../form (lookup . "x") label="X"}}{{this}};{{/each}}'
  const simple = '{{#each (rows form "items" least=3)}}{{this}};{{/each}}'
  expect(shown(simple, { form: form({ items: [{ a: 'x' }] }) })).toBe('items[0];items[1];items[2];')
  expect(() => shown(template, { form: form() })).toThrow('"name" is missing')
})

test('data with the name of a helper are shown as before, also in blocks', () => {
  const data = { rows: [1, 2], field: '<b>', formProblems: true }
  expect(
    shown(
      '{{field}} {{#rows}}{{this}},{{/rows}} {{#each rows}}{{this}};{{/each}} {{#formProblems}}yes{{/formProblems}}',
      data,
    ),
  ).toBe('&lt;b&gt; 1,2, 1;2; yes')
  expect(shown('{{rows}}{{#field}}x{{/field}}{{^field}}none{{/field}}', {})).toBe('none')
  expect(shown('{{#each all}}{{field}}{{/each}}', { all: [{ field: 'a' }, { field: 'b' }] })).toBe('ab')
})

test('a partial of a package is found by its folder, and the application may have its own version', () => {
  const place = mkdtempSync(join(tmpdir(), 'folders-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const [folder, blog] = [join(place, 'templates'), join(place, 'blog')]
  for (const path of [join(folder, 'blog'), blog]) mkdirSync(path, { recursive: true })
  writeFileSync(join(blog, 'post.hbs'), '{{#> layout}}{{> blog/row}}{{/layout}}')
  writeFileSync(join(blog, 'row.hbs'), 'row of the package')
  writeFileSync(join(folder, 'layout.hbs'), '<main>{{> @partial-block}}</main>')
  const make = () => new HandlebarsRenderer({ folder, folders: { blog }, reload: false })
  expect(make().render('blog/post')).toBe('<main>row of the package</main>')
  writeFileSync(join(folder, 'blog/row.hbs'), 'own row')
  expect(make().render('blog/post')).toBe('<main>own row</main>')
})
