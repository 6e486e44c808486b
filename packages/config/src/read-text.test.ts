import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { autoload, ConfigFileError, defineConfig, env, file, readText, resolveConfig, search } from './index.ts'
import { errorOf, project } from './project.test.helper.ts'

const ENCODINGS = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 of PowerShell': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 without a mark': (text: string) => Buffer.from(text, 'utf16le'),
  'big-endian UTF-16': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'Latin-1': (text: string) => Buffer.from(text, 'latin1'),
}

/** The files that the configuration reads as text: each with a source that reads it, and a content that sets `word`. */
const FILES = {
  '.env': [{ word: env('FIRST_WORD', 'lost') }, 'FIRST_WORD=größer\n'],
  'config/global.json': [autoload('config'), '{ "word": "größer" }'],
  'a.conf': [file('a.conf'), 'größer'],
  '.acmerc': [search('acme'), '{ "word": "größer" }'],
  'acme.config.json': [search('acme'), '{ "word": "größer" }'],
} as const

beforeEach(() => void vi.stubEnv('APP_LOCAL', 'true'))
afterEach(() => void vi.unstubAllEnvs())

async function resolved(name: keyof typeof FILES, encode: (text: string) => Buffer): Promise<unknown> {
  const [source, content] = FILES[name]
  const root = project({ [name]: '' })
  writeFileSync(join(root, name), encode(content))
  const loaders = { '.conf': (_: string, word: string) => ({ word }) }
  return resolveConfig(defineConfig([source], { loaders }), { root })
}

const names = Object.keys(FILES) as (keyof typeof FILES)[]

test.each(names)('%s is read as UTF-8, with or without a byte order mark', async (name) => {
  expect(await resolved(name, ENCODINGS['UTF-8'])).toEqual({ word: 'größer' })
  expect(await resolved(name, ENCODINGS['UTF-8 with a byte order mark'])).toEqual({ word: 'größer' })
})

const OTHERS = ['UTF-16 of PowerShell', 'UTF-16 without a mark', 'big-endian UTF-16', 'Latin-1'] as const

test.each(names.flatMap((name) => OTHERS.map((encoding) => [name, encoding] as const)))(
  '%s in %s is refused with an error that names the file and says to save it as UTF-8',
  async (name, encoding) => {
    const error = await errorOf(resolved(name, ENCODINGS[encoding]))

    expect(ConfigFileError.is(error)).toBe(true)
    expect(error.message).toBe(
      `${name}: is not UTF-8 text. Save it as UTF-8; in PowerShell: Set-Content -Encoding utf8, not ">".`,
    )
  },
)

test('a file in UTF-16 without a mark is refused, too, if all its letters are ASCII', async () => {
  const root = project({ '.acmerc': Buffer.from('{ "word": "big" }', 'utf16le').toString('latin1') })
  const error = await errorOf(resolveConfig(defineConfig([search('acme')]), { root }))

  expect(error.message).toContain('.acmerc: is not UTF-8 text.')
})

test('readText reads files of a program by the same rule', () => {
  const root = project({ 'a.txt': '\uFEFFgrößer' })

  expect(readText(join(root, 'a.txt'))).toBe('größer')
})
