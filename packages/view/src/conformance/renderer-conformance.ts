import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { markup } from '../markup/markup.ts'
import type { EngineOptions, TemplateRenderer } from '../renderer/template-renderer.ts'
import { ConformanceError, contains, refuses, shows } from './checks.ts'

/**
 * A named check of an engine, for any test runner; `check` rejects with the expected and the actual result if the
 * engine fails.
 */
export interface ConformanceCase {
  readonly name: string
  readonly check: () => Promise<void>
}

/** The engine to check, and the templates that the checks render, written in the language of the engine. */
export interface EngineUnderTest {
  readonly make: (options: EngineOptions) => TemplateRenderer
  /** The extension of the engine's files, such as `.eta`. */
  readonly extension: string
  readonly templates: KitTemplates
}

/** The templates that the checks render. Each is the text of one file; white space between elements does not count. */
export interface KitTemplates {
  /** `<p title="NAME">NAME</p>`, with the value `name` escaped. */
  readonly hello: string
  /** `<li>ITEM</li>` for each item of the list `items`. */
  readonly list: string
  /** The value `name` alone. The template is in a subfolder: `parts/name`. */
  readonly part: string
  /** `<b>…</b>` around the template `parts/name`, which gets the same values. */
  readonly withPart: string
  /** A layout: `<main>…</main>` around the page of the template that uses the layout. */
  readonly layout: string
  /** The value `name` alone, inside of the layout `layout`. */
  readonly inLayout: string
  /** A template that includes `parts/nmae`, which does not exist. */
  readonly withMissingPart: string
}

/**
 * Returns the cases that a template engine must pass.
 *
 * Each case writes templates into a new folder in the folder for temporary files, and removes it.
 *
 * @example
 * import { test } from 'vitest'
 *
 * for (const { name, check } of rendererConformance(engine)) test(name, check)
 */
export function rendererConformance(engine: EngineUnderTest): readonly ConformanceCase[] {
  return CASES.map(([name, run]) => ({ name, check: () => inFolder(engine, run) }))
}

/** The tools with which a case makes an engine and writes templates. */
interface Workplace {
  readonly folder: string
  make(options?: Partial<EngineOptions>): TemplateRenderer
  write(name: string, text: string): void
  readonly templates: KitTemplates
}

const HARMFUL = `<i a="b" c='d'>&amp;</i>`

const CASES: readonly (readonly [name: string, run: (work: Workplace) => Promise<unknown>])[] = [
  ['renders a value', (work) => shows(work.make(), 'hello', { name: 'Ada' }, '<p title="Ada">Ada</p>')],
  [
    'escapes a value in text and between quotes',
    async ({ make }) => {
      const html = await contains(make(), 'hello', { name: HARMFUL }, [])
      for (const raw of ['<i', "'d'", '"b"', '&amp;<', '&amp;&lt;/i']) {
        if (html.includes(raw)) throw new ConformanceError(`a value without ${raw}`, html)
      }
    },
  ],
  [
    'inserts markup unchanged',
    (work) => shows(work.make(), 'parts/name', { name: markup`<b>${'<'}</b>` }, '<b>&lt;</b>'),
  ],
  ['writes nothing for a missing value', (work) => shows(work.make(), 'parts/name', {}, '')],
  ['renders without data', (work) => shows(work.make(), 'parts/name', undefined, '')],
  [
    'renders each item of a list',
    (work) => shows(work.make(), 'list', { items: ['a', '<'] }, '<li>a</li><li>&lt;</li>'),
  ],
  ['renders a template in a subfolder', (work) => shows(work.make(), 'parts/name', { name: 'Ada' }, 'Ada')],
  [
    'renders a template that another one includes',
    (work) => shows(work.make(), 'withPart', { name: 'Ada' }, '<b>Ada</b>'),
  ],
  ['renders a layout around a page', (work) => shows(work.make(), 'inLayout', { name: '<' }, '<main>&lt;</main>')],
  [
    'renders several pages at once, each with its own values',
    async ({ make }) => {
      const renderer = make()
      const names = ['a', 'b', 'c', 'd']
      await Promise.all(names.map((name) => shows(renderer, 'inLayout', { name }, `<main>${name}</main>`)))
    },
  ],
  [
    'does not change the given data',
    async ({ make }) => {
      const data = Object.freeze({ name: 'Ada', items: Object.freeze(['a']) })
      for (const name of ['hello', 'list', 'inLayout']) await contains(make(), name, data, [])
    },
  ],
  [
    'names the folder and the most similar name in the error for a missing template',
    ({ make, folder }) => refuses(make(), 'helo', [folder, 'helo', '"hello"']),
  ],
  [
    'names the missing template in the error for a template that includes it',
    ({ make }) => refuses(make(), 'withMissingPart', ['parts/nmae']),
  ],
  ...[
    '../secret',
    '/../secret',
    'parts/../../secret',
    '..\\secret',
    'parts/../../../etc/passwd',
    '',
    '.',
    '..',
    'a\0b',
  ].map(
    (name) =>
      [
        `refuses the name ${JSON.stringify(name)}`,
        async ({ make, write }: Workplace) => {
          write('../secret', 'secret')
          await refuses(make(), name, [])
        },
      ] as const,
  ),
  [
    'refuses the absolute path of a template',
    async ({ make, folder }) => refuses(make(), `${dirname(folder)}/secret`, []),
  ],
  [
    'renders a changed template if it reloads templates',
    async ({ make, write, templates }) => {
      const renderer = make({ reload: true })
      await shows(renderer, 'withPart', { name: 'Ada' }, '<b>Ada</b>')
      write('parts/name', `x${templates.part}`)
      await shows(renderer, 'withPart', { name: 'Ada' }, '<b>xAda</b>')
    },
  ],
  [
    'reads a template only once if it does not reload templates',
    async ({ make, write, templates }) => {
      const renderer = make({ reload: false })
      await shows(renderer, 'withPart', { name: 'Ada' }, '<b>Ada</b>')
      write('parts/name', `x${templates.part}`)
      await shows(renderer, 'withPart', { name: 'Ada' }, '<b>Ada</b>')
    },
  ],
]

async function inFolder(engine: EngineUnderTest, run: (work: Workplace) => Promise<unknown>): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'view-kit-'))
  const folder = join(place, 'templates')
  const write = (name: string, text: string) => {
    const path = join(folder, `${name}${engine.extension}`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  try {
    const { part, ...others } = engine.templates
    for (const [name, text] of Object.entries({ ...others, 'parts/name': part })) write(name, text)
    const make = (options?: Partial<EngineOptions>) => engine.make({ folder, reload: false, ...options })
    await run({ folder, make, write, templates: engine.templates })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
