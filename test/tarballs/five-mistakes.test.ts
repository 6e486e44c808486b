import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCommand } from '../programs/run-program.ts'
import { Outside, ROOT } from './workspace.ts'

const COMPILERS = { 'TypeScript 5.9': 'test/node_modules/typescript-5', 'TypeScript 7': 'node_modules/typescript' }

const CONFIG = 'config/autoload/app.global.ts'

/** Each mistake, with the message of the compiler and its place: the entry or the call that a user has to look at. */
const MISTAKES = {
  'a wrong order of inject': {
    ...{ file: 'src/show-note.ts', right: "['acme/notes', 'acme/clock']", wrong: "['acme/clock', 'acme/notes']" },
    ...{ place: `${CONFIG}: 'acme/show-note': ShowNote,`, said: "Types of parameters 'notes' and 'services_0'" },
  },
  'a misspelt service in inject': {
    ...{ file: 'src/list-notes.ts', right: "['acme/notes']", wrong: "['acme/noets']" },
    ...{ place: `${CONFIG}: 'acme/list-notes': listNotes,`, said: 'Did you mean \'"acme/notes"\'' },
  },
  'a misspelt service': {
    ...{ file: CONFIG, right: "middleware: 'acme/show-note'", wrong: "middleware: 'acme/show-nte'" },
    ...{ place: `${CONFIG}: routes: {`, said: 'Did you mean \'"acme/show-note"\'' },
  },
  'a misspelt key of configuration': {
    ...{ file: 'src/links.ts', right: "get('config').greeting", wrong: "get('config').greting" },
    ...{
      place: "src/links.ts: export const greeting: string = container.get('config').greting",
      said: "mean 'greeting'",
    },
  },
  'a misspelt name of a route': {
    ...{ file: 'src/links.ts', right: "app.url('notes')", wrong: "app.url('note')" },
    ...{ place: "src/links.ts: export const linkToAll = (app: Application): string => app.url('note')", said: '' },
  },
  'a misspelt param': {
    ...{ file: 'src/links.ts', right: '{ id })', wrong: '{ ident: id })' },
    ...{
      place:
        "src/links.ts: export const linkTo = (app: Application, id: number): string => app.url('note.show', { ident: id })",
      said: "'ident' does not exist",
    },
  },
}

const outside = new Outside(inject('tarballs'))
const root = join(outside.folder, 'application')

beforeAll(() => {
  outside.add(
    ...['core', 'config', 'container-factory', 'router', 'router-find-my-way', 'cli'].map((name) => `@app/${name}`),
  )
  cpSync(join(import.meta.dirname, 'five-mistakes'), root, { recursive: true })
  mkdirSync(join(root, 'node_modules/@types'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(root, 'node_modules/@types/node'))
})
afterAll(() => outside.delete())

/** The messages of a compiler for the application, each with the file and the text of the line that it is about. */
async function mistakesFoundBy(compiler: string): Promise<readonly { place: string; said: string }[]> {
  const { stdout } = await runCommand(
    process.execPath,
    [join(ROOT, compiler, 'bin/tsc'), '-p', '.', '--pretty', 'false'],
    {
      cwd: root,
    },
  )
  return stdout.split(/\n(?=\S)/).flatMap((said) => {
    const [, file, line] = /^(.+?)\((\d+),/.exec(said) ?? []
    if (file === undefined) return said.trim() === '' ? [] : [{ place: '', said }]
    const text = readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1] ?? ''
    return [{ place: `${file}: ${text.trim()}`, said }]
  })
}

test.each(Object.entries(COMPILERS))('%s finds each mistake of a configured application', async (_name, compiler) => {
  const types = await runCommand(process.execPath, [join(outside.folder, 'node_modules/.bin/app'), 'types'], {
    cwd: root,
  })
  expect(types).toMatchObject({ code: 0, stderr: '' })
  expect(await mistakesFoundBy(compiler)).toEqual([])

  const before = new Map<string, string>()
  for (const { file, right, wrong } of Object.values(MISTAKES)) {
    const text = readFileSync(join(root, file), 'utf8')
    if (!before.has(file)) before.set(file, text)
    expect(text.split(right)).toHaveLength(2)
    writeFileSync(join(root, file), text.replace(right, wrong))
  }
  const found = await mistakesFoundBy(compiler)
  for (const [file, text] of before) writeFileSync(join(root, file), text)

  const expected = Object.values(MISTAKES).map(({ place, said }) => ({ place, said: expect.stringContaining(said) }))
  expect(found).toHaveLength(expected.length)
  expect(found).toEqual(expect.arrayContaining(expected))
})
