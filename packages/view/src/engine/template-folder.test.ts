import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { TemplateFolder } from '../engine.ts'

const place = mkdtempSync(join(tmpdir(), 'templates-'))
const path = join(place, 'templates')
mkdirSync(join(path, 'notes'), { recursive: true })
writeFileSync(join(path, 'notes/list.eta'), 'list')
writeFileSync(join(path, 'home.eta'), 'home')
writeFileSync(join(path, 'note.txt'), 'other')
writeFileSync(join(place, 'secret.eta'), 'secret')
afterAll(() => rmSync(place, { recursive: true }))

const folder = new TemplateFolder({ folder: path }, '.eta')

test('a template folder finds templates by their names, with the extension or without, from a path or a URL', () => {
  const byUrl = new TemplateFolder({ folder: pathToFileURL(path) }, '.eta')
  expect([folder.read('home'), folder.read('notes/list.eta'), byUrl.read('/notes/list')]).toEqual([
    'home',
    'list',
    'list',
  ])
  expect(folder.names()).toEqual(['home', 'notes/list'])
})

test('a template folder resolves names that begin with a dot relative to the template that names them', () => {
  expect([folder.nameOf('./row', 'notes/list'), folder.nameOf('../home', 'notes/list')]).toEqual(['notes/row', 'home'])
})

test.each([
  '../secret',
  './../secret',
  'notes/../../secret',
  'notes\\..\\secret',
  '.hidden',
  'a/.b',
  'a//b',
  '',
  'a\0',
  'C:x',
])('a template folder refuses the name %j', (name) => {
  expect(() => folder.read(name)).toThrow(`is not a name of a template: a name is a path inside of ${path}`)
})

test('the error for a missing template names the template and its folder, and a similar name or all names', () => {
  expect(() => folder.read('hom')).toThrow(`There is no template "hom.eta" in ${path}. Did you mean "home"?`)
  expect(() => folder.read('list')).toThrow('Did you mean "notes/list"?')
  expect(() => folder.read('something/else')).toThrow('There are home, notes/list.')
})

test('the error for a missing folder names the folder', () => {
  expect(() => new TemplateFolder({ folder: join(place, 'view') }, '.eta').read('home')).toThrow(
    `There is no folder ${join(place, 'view')}`,
  )
})

test('a template folder reloads templates in development, unless an option says otherwise', () => {
  vi.stubEnv('NODE_ENV', 'development')
  expect([folder.reload, new TemplateFolder({ folder: path }, '.eta').reload]).toEqual([false, true])
  expect(new TemplateFolder({ folder: path, reload: false }, '.eta').reload).toBe(false)
  vi.unstubAllEnvs()
})

test('a template may begin with a byte order mark, and a template that is not UTF-8 is refused with its path', () => {
  const encoded = join(place, 'encoded')
  mkdirSync(encoded)
  writeFileSync(join(encoded, 'marked.eta'), '\uFEFF<p>')
  writeFileSync(join(encoded, 'wide.eta'), Buffer.from('\uFEFF<p>', 'utf16le'))
  const templates = new TemplateFolder({ folder: encoded }, '.eta')

  expect(templates.read('marked')).toBe('<p>')
  expect(() => templates.read('wide')).toThrow(`${join(encoded, 'wide.eta')} is not UTF-8 text. Save it as UTF-8.`)
})
