import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { definitionsIn } from './definitions.ts'
import { Outside } from './workspace.ts'

const MINUTES = 60_000
const tarballs = inject('tarballs')
const outside = new Outside(tarballs)
/**
 * The exported classes and functions, by the module that exports them: the name under which each is exported, and its
 * property `name`.
 */
let shown: Readonly<Record<string, readonly (readonly [exported: string, own: string])[]>> = {}
const installed = (name: string, file: string) => join(outside.folder, 'node_modules', name, file)

beforeAll(() => {
  // Hono is installed too: applications that import our entry point for Hono have it as a dependency of their own.
  outside.add(...tarballs.map(({ name }) => name), 'hono')
  cpSync(join(import.meta.dirname, 'readable'), outside.folder, { recursive: true })
  const compilerOptions = { module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom'], strict: true, noEmit: true }
  writeFileSync(join(outside.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  // One process imports all modules and prints their exports, which is faster than a process for each module.
  const entries = tarballs.flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports).map((path) => join(name, path)),
  )
  const program = `
    const found = await Promise.all(${JSON.stringify(entries)}.map(async (entry) => {
      const named = Object.entries(await import(entry)).filter(([, value]) => typeof value === 'function')
      return [entry, named.map(([exported, { name }]) => [exported, name])]
    }))
    console.log(JSON.stringify(Object.fromEntries(found)))`
  shown = JSON.parse(outside.node('--input-type=module', '-e', program))
}, 5 * MINUTES)
afterAll(() => outside.delete())

describe.each(tarballs)('$name', ({ name, files, manifest }) => {
  const built = files.filter((file) => /^dist\/.*(\.js|\.d\.ts)$/.test(file))

  test('the package contains the sources of its built files, and source maps that lead to them', () => {
    for (const file of built) {
      // Only a file that merely re-exports names has an empty source map.
      if (/^((import|export) .*\n)+$/.test(readFileSync(installed(name, file), 'utf8'))) continue
      expect(files, file).toContain(`${file}.map`)
      const { sources } = JSON.parse(readFileSync(installed(name, `${file}.map`), 'utf8')) as { sources: string[] }
      const mapped = sources.map((source) => join(dirname(file), source))
      // Each mapped source is a TypeScript file in the tarball; a built file from an earlier build would map to a
      // source that is gone.
      expect(mapped.filter((source) => !/^src\/.*\.ts$/.test(source) || !files.includes(source))).toEqual([])
    }
  })

  test('the built files of the package have names in lower case, without hashes', () => {
    expect(built.filter((file) => !/^[a-z0-9/-]+(\.js|\.d\.ts)$/.test(file))).toEqual([])
  })

  test('the package exports classes and functions under their own names', () => {
    const entries = Object.keys(manifest.exports).map((path) => join(name, path))
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(entries))
    const named = entries.flatMap((entry) => shown[entry] ?? [])
    expect(named.filter(([exported, own]) => own !== '' && own !== exported)).toEqual([])
  })
})

test('the descriptions of our middleware have the names of the functions that users call, such as bodyParser', () => {
  expect(JSON.parse(outside.node('names.js'))).toEqual(['requestId', 'accessLog', 'bodyParser', 'serveStatic'])
})

test('an editor goes from a name in a program to its source', { timeout: 3 * MINUTES }, async () => {
  const places = ['Application({', 'app.get', 'Route(', 'FindMyWayRouter(', 'text(', 'request.withAttribute']
  const found = await definitionsIn(join(outside.folder, 'program.ts'), places)
  const packages = realpathSync(join(outside.folder, 'node_modules/@app'))
  for (const place of places) {
    const file = found[place] ?? ''
    expect(file, place).toMatch(/(?<!\.d)\.ts$/)
    expect(file.startsWith(packages), file).toBe(true)
    expect(existsSync(file), file).toBe(true)
  }
})

describe('the stack trace of an error that a mistake of a user causes', () => {
  const stacksWith = (...options: readonly string[]) =>
    Object.entries(JSON.parse(outside.node(...options, 'mistakes.js')) as Readonly<Record<string, readonly string[]>>)
  const framesIn = (stack: string) => stack.match(/^ {4}at .*$/gm) ?? []

  test('the stack trace has at most two frames of ours, each with a name, above the line of the user', () => {
    for (const [mistake, stacks] of stacksWith()) {
      expect(stacks, mistake).toHaveLength(1)
      const frames = framesIn(stacks[0] as string)
      const ours = frames.filter((frame) => frame.includes('/node_modules/@app/'))
      expect(ours.length, stacks[0]).toBeLessThanOrEqual(2)
      for (const frame of ours) expect(frame).toMatch(/^ {4}at (new )?#?\w+(\.\w+)? \(/)
      expect(stacks[0]).not.toMatch(/\b_[A-Z]|<anonymous>.*@app/)
      if (frames.length > 0) expect(frames[ours.length]).toContain('mistakes.js')
    }
  })

  test('with --enable-source-maps, the frames of ours name lines of the sources', () => {
    const frames = stacksWith('--enable-source-maps').flatMap(([, stacks]) => stacks.flatMap(framesIn))
    const ours = frames.filter((frame) => frame.includes('/node_modules/@app/'))
    expect(ours).not.toEqual([])
    expect(ours.filter((frame) => !/@app\/[\w-]+\/src\/[\w/-]+\.ts:\d+/.test(frame))).toEqual([])
  })
})
