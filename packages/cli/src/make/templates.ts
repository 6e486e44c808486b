import { CommandError } from '../command.ts'
import type { ProjectStyle } from './project-style.ts'

/** The text of a file, and the text of its test. */
export interface Made {
  readonly source: string
  readonly test: string
}

/** The values from which the texts of a module's files are made. */
export interface ModuleParts {
  readonly names: Names
  readonly handler: Names
  readonly project: ProjectStyle
  readonly hasEndpoint: boolean
  /**
   * True if the application has `@app/authorization`, so that its routes are closed until they say who may use them. The
   * new routes are for visitors who have logged in.
   */
  readonly isClosed: boolean
}

type Template = (names: Names, style: ProjectStyle) => Made

/** The template for middleware that is written as a function. */
const middleware: Template = ({ kebab, camel }, style) => ({
  source: style.isTyped
    ? `import type { Middleware } from '@app/core'

/** Says in one sentence what it does, and to which requests. */
export const ${camel}: Middleware = async (request, handler) => {
  const response = await handler(request)
  return response
}
`
    : `/**
 * Says in one sentence what it does, and to which requests.
 *
 * @type {import('@app/core').Middleware}
 */
export const ${camel} = async (request, handler) => {
  const response = await handler(request)
  return response
}
`,
  test: testFile(
    style,
    [`import { Application, text } from '@app/core'`, `import { ${camel} } from './${kebab}${style.extension}'`],
    `${camel} passes on the answer of the handler after it`,
    [
      `const app = new Application().pipe(${camel}).pipe(() => text('next'))`,
      `const response = await app.request('/')`,
      equal(style, 'await response.text()', `'next'`),
    ],
  ),
})

/** The template for a handler that is written as a class. */
export const HANDLER: Template = ({ kebab, pascal }, style) => ({
  source: style.isTyped
    ? `import { type RequestHandlerInterface, text } from '@app/core'

/** Says in one sentence what it answers. */
export class ${pascal} implements RequestHandlerInterface {
  readonly handle = (): Response => text('${pascal}')
}
`
    : `import { text } from '@app/core'

/** Says in one sentence what it answers. */
export class ${pascal} {
  handle() {
    return text('${pascal}')
  }
}
`,
  test: testFile(
    style,
    [`import { Application } from '@app/core'`, `import { ${pascal} } from './${kebab}${style.extension}'`],
    `${pascal} answers`,
    [
      `const response = await new Application().pipe(${pascal}).request('/')`,
      equal(style, 'await response.text()', `'${pascal}'`),
    ],
  ),
})

/** The template for a configuration provider, whose test makes all services that the pipeline names. */
const provider: Template = ({ kebab, camel }, style) => {
  const body = `({
  dependencies: { factories: {} },
  middleware_pipeline: {},
})
`
  return {
    source: style.isTyped
      ? `import type { ConfigProvider } from '@app/core'

/** Says in one sentence what it adds to the configuration. */
export const ${camel}: ConfigProvider = () => ${body}`
      : `/**
 * Says in one sentence what it adds to the configuration.
 *
 * @type {import('@app/core').ConfigProvider}
 */
export const ${camel} = () => ${body}`,
    test: testFile(
      style,
      [
        `import { defineConfig, resolveConfig } from '@app/config'`,
        `import { createContainer } from '@app/container-factory'`,
        `import { Application, configProvider as core } from '@app/core'`,
        `import { ${camel} } from './${kebab}${style.extension}'`,
      ],
      `everything that ${camel} names can be made`,
      [
        `const config = await resolveConfig(defineConfig([core, ${camel}]))`,
        `await createContainer(config).get(Application.SERVICE).check()`,
      ],
    ),
  }
}

/** The templates, by the word that follows `app make`: `middleware`, `handler` or `provider`. */
export const TEMPLATES: ReadonlyMap<string, { readonly template: Template; readonly suffix: string }> = new Map([
  ['middleware', { template: middleware, suffix: '' }],
  ['handler', { template: HANDLER, suffix: 'handler' }],
  ['provider', { template: provider, suffix: 'provider' }],
])

/** Returns the text of a test file for the application's test runner: vitest, or else that of node. */
export function testFile(
  { runner }: ProjectStyle,
  imports: readonly string[],
  name: string,
  statements: readonly string[],
): string {
  const expects = statements.some((statement) => /^(?:assert|expect)/.test(statement))
  const vitest = [
    ...imports.slice(0, -1),
    `import { ${expects ? 'expect, test' : 'test'} } from 'vitest'`,
    ...imports.slice(-1),
  ]
  const node = [
    ...(expects ? [`import assert from 'node:assert/strict'`] : []),
    `import { test } from 'node:test'`,
    ...imports,
  ]
  const body = statements.map((statement) => `  ${statement}`).join('\n')
  return `${(runner === 'vitest' ? vitest : node).join('\n')}\n\ntest('${name}', async () => {\n${body}\n})\n`
}

/** Returns the statement that compares two values in the test runner of the application. */
export function equal(
  { runner }: ProjectStyle,
  actual: string,
  expected: string,
  matcher: 'toBe' | 'toEqual' = 'toBe',
): string {
  if (runner === 'vitest') return `expect(${actual}).${matcher}(${expected})`
  return `assert.${matcher === 'toBe' ? 'equal' : 'deepEqual'}(${actual}, ${expected})`
}

/** A name in three spellings: `audit-trail` for a file, `auditTrail` for a variable, `AuditTrail` for a class. */
export interface Names {
  readonly kebab: string
  readonly camel: string
  readonly pascal: string
}

/**
 * Returns the spellings of a name. `suffix` is added as the last word, unless the name ends with it. Throws
 * `CommandError` for a string that cannot be the name of a file.
 */
export function namesOf(text: string, suffix = ''): Names {
  if (!/^[A-Za-z][\w-]*$/.test(text)) {
    throw CommandError.wrongUse(`${text} is not a name for a file. Write letters, digits and hyphens: audit-trail.`)
  }
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]+/)
    .filter(Boolean)
  if (suffix !== '' && words.at(-1) !== suffix) words.push(suffix)
  if (DEVICE.test(words.join('-'))) {
    throw CommandError.wrongUse(`${text} is the name of a device on Windows, where no file can have this name.`)
  }
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return { kebab: words.join('-'), camel: pascal.charAt(0).toLowerCase() + pascal.slice(1), pascal }
}

/** Matches names of devices, which Windows reserves. Source: Microsoft, Naming Files, Paths, and Namespaces. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/
