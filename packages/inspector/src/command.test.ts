import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider, type Middleware, type MiddlewareDescription, text } from '@app/core'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../test/programs/run-program.ts'
import { command } from './command.ts'

type Element = DefaultTreeAdapterTypes.Element

const HOSTILE = `</text><script>alert(1)</script><img src=x onerror='a()'>"&amp;]]>\u0000\u001b\ud800`

/** Reads the elements of a picture, in their order. */
function elementsOf(svg: string): Element[] {
  const inside = (node: DefaultTreeAdapterTypes.ParentNode): Element[] =>
    node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...inside(child)] : []))
  return inside(parseFragment(svg))
}

function textOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

const attribute = ({ attrs }: Element, name: string) => attrs.find((one) => one.name === name)?.value

/** Reads the names in a picture of the pipeline, with the prefixes before them. */
function positionsIn(svg: string): string[] {
  const texts = elementsOf(svg).filter((element) => element.tagName === 'text')
  return texts.filter((element) => attribute(element, 'class') !== 'below').map(textOf)
}

function boxesIn(svg: string): string[] {
  return elementsOf(svg)
    .filter(({ tagName }) => tagName === 'title')
    .map(textOf)
}

async function draw(
  application: Application,
  words: readonly string[],
  options: { out?: string; json?: boolean } = {},
) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await command.run({ application, words, options, print, complain: print })
  return { code, text: lines.join('\n') }
}

function named(name: string): Middleware {
  const middleware: Middleware = (request, handler) => handler(request)
  return Object.defineProperty(middleware, 'name', { value: name })
}

/** Makes the factory of a service; its `inject` names the one service that it needs. */
const needingOne = (name: string) => Object.assign(() => ({}), { inject: [name] })

async function containerOf(own: object) {
  const config = await resolveConfig(defineConfig([configProvider, own as never]), { root: import.meta.dirname })
  return createContainer(config)
}

/**
 * Runs a command of `app` for the application in `examples/noticeboard`, in a project that has installed the inspector.
 * Gives the output of the command.
 */
async function noticeboard(...args: readonly string[]): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'graph-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'node_modules/@app'), { recursive: true })
  symlinkSync(join(import.meta.dirname, '..'), join(root, 'node_modules/@app/inspector'))
  writeFileSync(join(root, 'package.json'), '{ "type": "module", "devDependencies": { "@app/inspector": "*" } }')
  const [main, app] = ['packages/cli/src/main.ts', 'examples/noticeboard/app.ts'].map((path) =>
    join(import.meta.dirname, '../../..', path),
  )
  const env = { APP_SECRET: 'a secret of a test that is long enough for it', DATABASE_FILE: ':memory:' }
  const ended = await runCommand(process.execPath, [main as string, ...args, '--app', app as string], {
    cwd: root,
    env,
  })
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return ended.stdout
}

test('the picture of the pipeline has the names and prefixes that the application describes, in their order', async () => {
  const described = JSON.parse(await noticeboard('pipeline', '--json')) as readonly MiddlewareDescription[]
  const all = (items: readonly MiddlewareDescription[]): string[] =>
    items.flatMap(({ kind, name, text, path, items = [] }) => [
      `${path === undefined ? '' : `${path} `}${(name === 'middleware' ? text : name) ?? text ?? kind}`,
      ...all(items),
    ])
  const svg = await noticeboard('graph', 'pipeline')
  const positions = positionsIn(svg)
  expect(positions.length).toBeGreaterThan(15)
  expect(positions).toEqual(all(described))
  await expect(svg).toMatchFileSnapshot('../../../docs/pictures/pipeline.svg')
})

test('the picture of the services has each service that needs another or is needed, and a line from each service to the services that it needs', async () => {
  const svg = await noticeboard('graph', 'services')
  const listed = JSON.parse(await noticeboard('services', '--json')) as readonly { readonly name: string }[]
  const names = boxesIn(svg)
  expect(names.length).toBeGreaterThan(20)
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  expect(names).toEqual(expect.arrayContaining(['noticeboard/accounts', 'noticeboard/database', 'noticeboard/mailer']))
  const [root] = elementsOf(svg)
  expect(root && attribute(root, 'aria-label')).toContain('noticeboard/teams needs noticeboard/database')
  expect(elementsOf(svg).filter(({ tagName }) => tagName === 'path').length).toBeGreaterThan(names.length)
})

test('a picture of the pipeline escapes names of middleware that have characters of HTML', async () => {
  const application = new Application().pipe(`/a&<b>`, named(HOSTILE)).pipe(() => text('x'))
  const { code, text: svg } = await draw(application, ['pipeline'])
  expect(code).toBe(0)
  const shown = HOSTILE.replace(/[\0\u001b\ud800]/g, '\ufffd')
  expect(positionsIn(svg)[0]).toContain(shown)
  const [root, ...inside] = elementsOf(svg)
  expect(root && attribute(root, 'aria-label')).toContain(shown)
  const tags = new Set(inside.map(({ tagName }) => tagName))
  expect([...tags].sort()).toEqual(['circle', 'g', 'path', 'rect', 'style', 'text', 'tspan'])
  expect(svg).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/)
})

test('a picture of services escapes the names of services, and masks a secret in a name', async () => {
  const needing = needingOne(HOSTILE)
  const secret = `Bearer ${'abcdefgh12345678'.repeat(3)}`
  const container = await containerOf({
    dependencies: { factories: { needing, [HOSTILE]: () => 1, [secret]: needing } },
  })
  const { text: svg } = await draw(container.get(Application.SERVICE), ['services'])
  expect(boxesIn(svg)).toContain(HOSTILE.replace(/[\0\u001b\ud800]/g, '\ufffd'))
  expect(svg).toContain('needing needs')
  expect(svg).not.toContain('12345678')
  expect(elementsOf(svg).filter(({ tagName }) => ['script', 'img'].includes(tagName))).toEqual([])
})

test('a picture of services is the same before and after services are made', async () => {
  const needing = needingOne('needed')
  const own = { dependencies: { factories: { needing, needed: () => 1 } } }
  const container = await containerOf(own)
  const application = container.get(Application.SERVICE)
  const before = await draw(application, ['services'])
  ;(container as { get(name: string): unknown }).get('needing')
  expect((await draw(application, ['services'])).text).toBe(before.text)
})

test('a picture has light and dark colours, loads nothing, and is written to a file by --out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'graph-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const out = join(folder, 'pipeline.svg')
  const application = new Application().pipe(named('first'))
  expect(await draw(application, ['pipeline'], { out })).toEqual({ code: 0, text: '' })
  const svg = readFileSync(out, 'utf8')
  expect(svg).toBe(`${(await draw(application, ['pipeline'])).text}\n`)
  expect(svg).toContain('@media(prefers-color-scheme:dark)')
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|@import|href/)
})

test('app graph ends with the exit code 2 after wrong arguments or if the file cannot be written, and with 1 if there is nothing to draw', async () => {
  const application = new Application()
  expect(await draw(application, ['routes'])).toEqual({
    code: 2,
    text: 'There is no picture "routes". Write app graph pipeline, or app graph services.',
  })
  expect((await draw(application, ['constructor'])).code).toBe(2)
  expect(await draw(application, ['pipeline'], { json: true })).toMatchObject({
    code: 2,
    text: expect.stringContaining('app pipeline --json'),
  })
  expect(await draw(application, ['pipeline'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('Nothing is piped'),
  })
  expect(await draw(application, ['services'])).toMatchObject({ code: 1 })
  const out = join(import.meta.dirname, 'no-such-folder/pipeline.svg')
  expect(await draw(new Application().pipe(named('first')), ['pipeline'], { out })).toMatchObject({
    code: 2,
    text: expect.stringContaining(`${out} cannot be written: ENOENT`),
  })
})
