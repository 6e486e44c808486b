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

const ofBlog = join(place, 'node_modules/blog/templates')
mkdirSync(join(ofBlog, 'parts'), { recursive: true })
for (const name of ['post', 'list', 'parts/row']) writeFileSync(join(ofBlog, `${name}.eta`), `package ${name}`)
const own = join(place, 'own')
mkdirSync(join(own, 'blog'), { recursive: true })
writeFileSync(join(own, 'blog/list.eta'), 'own list')
writeFileSync(join(own, 'home.eta'), 'home')
const withBlog = new TemplateFolder({ folder: own, folders: { blog: pathToFileURL(ofBlog) } }, '.eta')

test('a template of a package is found by the name of its folder, unless the application has its own version', () => {
  expect([withBlog.read('blog/post'), withBlog.read('blog/list'), withBlog.read('blog/parts/row')]).toEqual([
    'package post',
    'own list',
    'package parts/row',
  ])
  expect(withBlog.nameOf('../post', 'blog/parts/row')).toBe('blog/post')
  expect(withBlog.names()).toEqual(['blog/list', 'blog/parts/row', 'blog/post', 'home'])
})

test('the error for a missing template of a package names both folders, and a similar name', () => {
  expect(() => withBlog.read('blog/pots')).toThrow(
    `There is no template "blog/pots.eta" in ${own}, and no "pots.eta" in ${ofBlog}. Did you mean "blog/post"?`,
  )
  expect(() => withBlog.read('post')).toThrow(`There is no template "post.eta" in ${own}. Did you mean "blog/post"?`)
  expect(() => withBlog.read('home/x')).toThrow('There is no template "home/x.eta"')
})

test.each([
  'blog/../../secret',
  'blog/../../../secret',
  'blog//post',
  'blog/.post',
  'blog/',
  'blog\\post',
  'blog::post',
])('a template folder with folders of packages refuses the name %j', (name) => {
  expect(() => withBlog.read(name)).toThrow('is not a name of a template')
})

test('a folder of a package that is missing is an error that names its option; the own folder may be missing', () => {
  const folders = { blog: ofBlog, shop: join(place, 'shop') }
  expect(() => new TemplateFolder({ folder: path, folders }, '.eta').read('shop/cart')).toThrow(
    `There is no folder ${join(place, 'shop')} for templates. Make it, or set "shop" in "folders" of the views`,
  )
  const only = new TemplateFolder({ folder: join(place, 'none'), folders: { blog: ofBlog } }, '.eta')
  expect([only.read('blog/post'), only.names()]).toEqual(['package post', ['blog/list', 'blog/parts/row', 'blog/post']])
})

test.each([
  { blog: 'templates' },
  { 'a/b': '/templates' },
  { '..': '/templates' },
  { blog: new URL('https://x.example') },
])('a template folder refuses the folders %o', (folders) => {
  expect(() => new TemplateFolder({ folder: path, folders }, '.eta')).toThrow(
    '"folders" must be a map of absolute paths',
  )
})
