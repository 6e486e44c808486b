import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider, type Middleware, text } from '@app/core'
import { expect, onTestFinished, test } from 'vitest'
import { command } from './command.ts'
import { attribute, boxesIn, elementsOf, positionsIn } from './picture.test.helper.ts'

const HOSTILE = `</text><script>alert(1)</script><img src=x onerror='a()'>"&amp;]]>\u0000\u001b\ud800`

async function draw(application: Application, args: readonly string[], options: { out?: string; json?: boolean } = {}) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const code = await command.run({ application, root: '.', args, options, print, printError: print })
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
