import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Application, html, text } from '@app/core'
import { afterEach, expect, test, vi } from 'vitest'
import { folder } from './folder.test.helper.ts'
import { ASSETS, type AssetsOptions, assets, serveStatic } from './index.ts'

afterEach(() => vi.unstubAllEnvs())

/** A manifest as Vite 7 writes it, from its page "Backend Integration". */
const VITE = {
  '_shared-B7PI925R.js': { file: 'assets/shared-B7PI925R.js', name: 'shared', css: ['assets/shared-ChJ_j-JJ.css'] },
  'baz.js': { file: 'assets/baz-B2H3sXNv.js', name: 'baz', src: 'baz.js', isDynamicEntry: true },
  'views/bar.js': {
    file: 'assets/bar-gkvgaI9m.js',
    name: 'bar',
    src: 'views/bar.js',
    isEntry: true,
    imports: ['_shared-B7PI925R.js'],
    dynamicImports: ['baz.js'],
  },
  'views/foo.js': {
    file: 'assets/foo-BRBmoGS9.js',
    isEntry: true,
    imports: ['_shared-B7PI925R.js', 'views/bar.js'],
    css: ['assets/foo-5UjPuW-k.css'],
  },
}

/** A metafile as esbuild writes it. */
const ESBUILD = {
  inputs: {},
  outputs: {
    'dist/app-3FA2BC9Z.js': {
      entryPoint: 'src/app.ts',
      cssBundle: 'dist/app-77AABBCC.css',
      imports: [
        { path: 'dist/chunk-ABCD2345.js', kind: 'import-statement' },
        { path: 'dist/later-X.js', kind: 'dynamic-import' },
      ],
    },
    'dist/app-77AABBCC.css': { imports: [] },
    'dist/chunk-ABCD2345.js': {
      imports: [
        { path: 'dist/app-3FA2BC9Z.js', kind: 'import-statement' },
        { path: 'react', kind: 'import-statement', external: true },
      ],
    },
    'dist/app-3FA2BC9Z.js.map': { imports: [] },
    'dist/plain.js': { entryPoint: 'src/plain.ts', imports: [] },
  },
}

test('assets() returns the URL of a file by a map of names, under the base', () => {
  const asset = assets({
    manifest: { 'app.js': 'app.3f2a.js', 'a b.css': 'a b-9f.css', cdn: 'https://cdn.example/x.js' },
    base: '/static',
  })
  expect([asset('app.js'), asset('a b.css'), asset('cdn')]).toEqual([
    '/static/app.3f2a.js',
    '/static/a%20b-9f.css',
    'https://cdn.example/x.js',
  ])
  expect(assets({ manifest: { a: 'b.js' }, base: 'https://cdn.example/v1/' })('a')).toBe('https://cdn.example/v1/b.js')
})

test('assets() returns the styles and the imports of an entry of Vite, each once', () => {
  const asset = assets({ manifest: VITE })
  expect(asset.entry('views/foo.js')).toEqual({
    url: '/assets/foo-BRBmoGS9.js',
    styles: ['/assets/foo-5UjPuW-k.css', '/assets/shared-ChJ_j-JJ.css'],
    preloads: ['/assets/shared-B7PI925R.js', '/assets/bar-gkvgaI9m.js'],
  })
})

test('assets() reads a metafile of esbuild, also with files that import each other', () => {
  const asset = assets({ manifest: ESBUILD, outdir: './dist/', base: '/a' })
  expect(asset.entry('src/app.ts')).toEqual({
    url: '/a/app-3FA2BC9Z.js',
    styles: ['/a/app-77AABBCC.css'],
    preloads: ['/a/chunk-ABCD2345.js'],
  })
})

test('tags() writes the elements for the head of a page with the nonce, escaped, and html() takes them', async () => {
  const asset = assets({ manifest: VITE })
  const tags =
    '<link rel="stylesheet" href="/assets/shared-ChJ_j-JJ.css" nonce="n&quot;">' +
    '<script type="module" src="/assets/bar-gkvgaI9m.js" nonce="n&quot;"></script>' +
    '<link rel="modulepreload" href="/assets/shared-B7PI925R.js" nonce="n&quot;">'
  expect(String(asset.tags('views/bar.js', 'n"'))).toBe(tags)
  expect(await html(asset.tags('views/bar.js', 'n"')).text()).toBe(tags)
  expect(String(assets({ manifest: { 'a.css': 'a.1f2e.css' } }).tags('a.css'))).toBe(
    '<link rel="stylesheet" href="/a.1f2e.css">',
  )
})

test('a name that the manifest does not have is an error with the most similar name', () => {
  const asset = assets({ manifest: VITE })
  expect(() => asset('views/fo.js')).toThrow(
    'The manifest of assets() has no "views/fo.js". Did you mean "views/foo.js"?',
  )
  expect(() => asset.tags('foo.js')).toThrow('Did you mean "views/foo.js"?')
  expect(() => assets({ manifest: { a: 'b' } })('constructor')).toThrow('There are a.')
})

test('without a manifest, names are the names of files; with a server, all URLs lead there and the client of Vite is loaded', () => {
  const plain = assets({ base: '/public' })
  expect([plain('app.js'), plain('/x/app.js'), plain.isImmutable('/public/app.js')]).toEqual([
    '/public/app.js',
    '/public/x/app.js',
    false,
  ])
  const served = assets({ manifest: '/not/there.json', server: 'http://localhost:5173' })
  expect(String(served.tags('src/main.ts'))).toBe(
    '<script type="module" src="http://localhost:5173/@vite/client"></script>' +
      '<script type="module" src="http://localhost:5173/src/main.ts"></script>',
  )
})

test('a manifest is read from a file once, and one that is missing is an error except in development', () => {
  const root = folder({ 'manifest.json': '{ "app.js": "app.3f2a.js" }' })
  const file = join(root, 'manifest.json')
  const asset = assets({ manifest: pathToFileURL(file) })
  writeFileSync(file, '{}')
  expect(asset('app.js')).toBe('/app.3f2a.js')
  const missing = { manifest: join(root, 'none.json') }
  expect(() => assets(missing)).toThrow(
    `Cannot use the manifest ${missing.manifest}: there is no such file. Run the build first`,
  )
  vi.stubEnv('NODE_ENV', 'development')
  expect(assets(missing)('app.js')).toBe('/app.js')
})

test.each([
  ['[]', 'it is not a map'],
  ['{', 'it is not JSON'],
  ['{ "a": 1 }', '"a" must be the name of a file, or a map with a "file"'],
  ['{ "a": "../b.js" }', 'the file "../b.js" of "a" is no path in the folder of the build'],
  ['{ "inputs": {}, "outputs": {} }', 'Add the folder: outdir: "dist"'],
])('assets() refuses the manifest %s', (content, problem) => {
  const root = folder({ 'manifest.json': content })
  expect(() => assets({ manifest: join(root, 'manifest.json') })).toThrow(problem)
})

test('assets() refuses a manifest beyond 16 MiB, and files outside of outdir', () => {
  const root = folder({ 'manifest.json': ' '.repeat(16_777_217) })
  expect(() => assets({ manifest: join(root, 'manifest.json') })).toThrow(
    'it has 16777217 bytes, and may have 16777216',
  )
  expect(() => assets({ manifest: ESBUILD, outdir: 'out' })).toThrow('is not in the folder "out" of the option outdir')
})

test.each<[AssetsOptions, string]>([
  [{ manifest: 'dist/manifest.json' }, 'write an absolute path'],
  [{ base: 'static' }, '"base" must be a path that begins with a slash, or the URL of a host'],
  [{ base: '//evil.example' }, '"base" must be'],
  [{ server: 'localhost:5173' }, '"server" must be the address of a server'],
  [{ manifst: {} } as AssetsOptions, 'assets(): unknown option "manifst". Did you mean "manifest"?'],
])('assets() refuses the options %o', (options, message) => {
  expect(() => assets(options)).toThrow(message)
})

test('serveStatic() says of files with a hash in their name that they never change, and of no others', async () => {
  const files = ['app.3f2a.js', 'plain.js', 'app.js', 'other.9f2a.js', 'style.css', '3f2a9c.png', 'v-2024.js']
  const root = folder(Object.fromEntries(files.map((file) => [file, 'x'])))
  const manifest = {
    'app.js': 'app.3f2a.js',
    'src/plain.ts': 'plain.js',
    'logo.png': '3f2a9c.png',
    main: { file: 'app.js', css: ['style.css'] },
    'v-2024.js': 'v-2024.js',
  }
  const app = new Application().pipe(
    '/static',
    serveStatic(root, { cacheControl: 'no-cache', assets: assets({ manifest, base: '/static/' }) }),
  )
  const immutable: string[] = []
  for (const file of files) {
    const response = await app.request(`/static/${file}`)
    expect(response.status).toBe(200)
    if (response.headers.get('cache-control') === 'public, max-age=31536000, immutable') immutable.push(file)
    else expect(response.headers.get('cache-control')).toBe('no-cache')
  }
  expect(immutable).toEqual(['app.3f2a.js', '3f2a9c.png'])
})

test('the files of real builders with hashes never change, and with immutable: false all may change', () => {
  const never = (options: AssetsOptions, ...paths: string[]) => paths.map(assets(options).isImmutable)
  expect(
    never({ manifest: VITE }, '/assets/foo-BRBmoGS9.js', '/assets/foo-5UjPuW-k.css', '/assets/shared-B7PI925R.js'),
  ).toEqual([true, true, true])
  expect(
    never(
      { manifest: ESBUILD, outdir: 'dist' },
      '/app-3FA2BC9Z.js',
      '/app-77AABBCC.css',
      '/chunk-ABCD2345.js',
      '/plain.js',
    ),
  ).toEqual([true, true, true, false])
  expect(never({ manifest: VITE, immutable: false }, '/assets/foo-BRBmoGS9.js')).toEqual([false])
})

test('later handlers find the assets of serveStatic() under the attribute ASSETS', async () => {
  const asset = assets({ manifest: { 'app.js': 'app.3f2a.js' } })
  const app = new Application().pipe(serveStatic(folder({}), { assets: asset }))
  app.pipe((request) => text(request.attribute(ASSETS)?.('app.js') ?? 'none'))
  expect(await (await app.request('/')).text()).toBe('/app.3f2a.js')
  expect(await (await app.request('/', { method: 'POST' })).text()).toBe('/app.3f2a.js')
})
