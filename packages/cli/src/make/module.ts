import { dirname, join, relative } from 'node:path'
import { type Insertion, insertCall, insertProvider } from '../add/insert-provider.ts'
import { configFile } from '../configuration/provider-list.ts'
import { moduleTest } from './module-test.ts'
import type { ProjectStyle, Style } from './project-style.ts'
import { HANDLER, type ModuleParts, type Names, namesOf } from './templates.ts'

/** The files of a new module, and the change that makes the application use it. */
export interface MadeModule {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  /**
   * The file to change, the change, and the advice for making it by hand; absent if the application loads one of the
   * new files by itself.
   */
  readonly line?: { readonly file: string; readonly change: (code: string) => Insertion; readonly byHand: string }
  /**
   * The packages that an endpoint needs and that are not installed. If there are any, the module is written without an
   * endpoint.
   */
  readonly missing: readonly string[]
}

/** The schema library that the endpoint of a new module uses. */
const SCHEMAS = 'zod'
/** The packages that an endpoint needs in addition to `@app/core`. */
const NEEDED = ['@app/endpoint', SCHEMAS] as const

/**
 * Makes the files of a module, such as `billing`: a handler at `/billing`, an endpoint at `/api/billing`, the file that
 * adds both to the application, and a test.
 */
export function makeModule(names: Names, project: ProjectStyle, style: Style, folder: string): MadeModule {
  const { extension } = project
  const missing = NEEDED.filter((name) => !project.packages.has(name))
  const handler = namesOf(names.kebab, 'handler')
  const isClosed = project.packages.has('@app/authorization')
  const parts: ModuleParts = { names, handler, project, hasEndpoint: missing.length === 0, isClosed }
  const provides = PROVIDES[style](parts, folder)
  const files = [
    { path: join(folder, `${handler.kebab}${extension}`), text: HANDLER(handler, project).source },
    ...(parts.hasEndpoint
      ? [{ path: join(folder, `${names.kebab}-endpoint${extension}`), text: endpoint(parts, style) }]
      : []),
    { path: provides.path, text: provides.text },
    {
      path: join(folder, `${names.kebab}.test${extension}`),
      text: moduleTest(parts, style, specifier(folder, provides.path)),
    },
  ]
  return { files, ...(provides.line && { line: provides.line }), missing }
}

interface Provides extends Pick<MadeModule, 'line'> {
  readonly path: string
  readonly text: string
}

const PROVIDES: Readonly<Record<Style, (parts: ModuleParts, folder: string) => Provides>> = {
  code: (parts, folder) => {
    const { names, project } = parts
    const path = join(folder, `routes${project.extension}`)
    const { file } = project
    const from = file === undefined ? '' : specifier(dirname(file), path)
    const byHand = `import { ${names.camel} } from '${from}', and call ${names.camel}(app) where the routes are.`
    const line =
      file === undefined
        ? {}
        : { line: { file, change: (code: string) => insertCall(code, from, names.camel), byHand } }
    return { path, text: routesInCode(parts), ...line }
  },
  configured: (parts, folder) => {
    const path = join(parts.project.root, `config/autoload/${parts.names.kebab}.global${parts.project.extension}`)
    return { path, text: configuration(parts, specifier(dirname(path), folder)) }
  },
  modular: (parts, folder) => {
    const { names, project } = parts
    const path = join(folder, `config-provider${project.extension}`)
    const file = configFile(project.root) ?? join(project.root, `config/config${project.extension}`)
    const from = specifier(dirname(file), path)
    const byHand = `import { configProvider as ${names.camel} } from '${from}', and put ${names.camel} into defineConfig([…]).`
    return {
      path,
      text: provider(parts),
      line: { file, change: (code) => insertProvider(code, from, names.kebab), byHand },
    }
  },
}

/** Returns the specifier by which a module in `folder` imports a file: `./routes.ts`. */
function specifier(folder: string, path: string): string {
  const short = relative(folder, path).replaceAll('\\', '/')
  return short.startsWith('.') ? short : `./${short}`
}

function endpoint({ names }: ModuleParts, style: Style): string {
  const { kebab, camel, pascal } = names
  const make = style === 'code' ? 'implement' : 'handlerFor'
  return `import { endpoint } from '@app/endpoint'
import { ${make} } from '@app/endpoint/server'
import * as z from '${SCHEMAS}'

/**
 * Describes requests and answers as plain data. Requests are checked against this description, and clients may import
 * it.
 */
export const ${camel} = endpoint({
  method: 'GET',
  path: '/api/${kebab}',
  name: 'api.${kebab}',
  summary: 'Says in one sentence what it answers',
  responses: { 200: z.object({ name: z.string() }) },
})

/** Makes the handler that answers the requests of this endpoint. */
export const answer${pascal} = () => ${make}(${camel}, () => ({ name: '${kebab}' }))
`
}

/** Writes the entries that the configuration gets for a module, indented like the content of an object. */
function entries({ names, handler, hasEndpoint, isClosed }: ModuleParts): string {
  const { kebab, camel, pascal } = names
  const key = kebab === camel ? kebab : `'${kebab}'`
  const factories = `  dependencies: { factories: { 'api.${kebab}': answer${pascal} } },\n`
  const line = (text: string) => `      ${text},\n`
  const closed = "metadata: { '@app/authorization': 'authenticated' }"
  const parts = [`path: '/${kebab}'`, `middleware: ${handler.pascal}`, `allowed_methods: ['GET']`]
  const route = isClosed
    ? `    ${key}: {\n${[...parts, closed].map(line).join('')}    },\n`
    : `    ${key}: { ${parts.join(', ')} },\n`
  const made = `entryFor(${camel}, 'api.${kebab}'${isClosed ? `, {\n${line(closed)}    }` : ''})`
  const ofEndpoint = `    'api.${kebab}': ${made},\n`
  return `${hasEndpoint ? factories : ''}  routes: {\n${route}${hasEndpoint ? ofEndpoint : ''}  },\n`
}

function imports({ names, handler, project: { extension }, hasEndpoint }: ModuleParts, from: string): string {
  const ofEndpoint = `import { answer${names.pascal}, ${names.camel} } from '${from}/${names.kebab}-endpoint${extension}'\n`
  const ofHandler = `import { ${handler.pascal} } from '${from}/${handler.kebab}${extension}'\n`
  return (hasEndpoint ? ofEndpoint : '') + ofHandler
}

function provider(parts: ModuleParts): string {
  const { project, hasEndpoint } = parts
  const type = project.isTyped ? "import type { ConfigProvider } from '@app/core'\n" : ''
  const ofServer = hasEndpoint ? "import { entryFor } from '@app/endpoint/server'\n" : ''
  const declared = project.isTyped
    ? 'export const configProvider: ConfigProvider = () => ({'
    : "/** @type {import('@app/core').ConfigProvider} */\nexport const configProvider = () => ({"
  return `${type}${ofServer}${imports(parts, '.')}\n${declared}\n${entries(parts)}})\n`
}

function configuration(parts: ModuleParts, from: string): string {
  const { project, hasEndpoint } = parts
  const type = project.isTyped ? "import type { Config } from '@app/core'\n" : ''
  const ofServer = hasEndpoint ? "import { entryFor } from '@app/endpoint/server'\n" : ''
  const before = project.isTyped ? '' : "/** @satisfies {import('@app/core').Config} */\n"
  return `${type}${ofServer}${imports(parts, from)}\n${before}export default {\n${entries(parts)}}${project.isTyped ? ' satisfies Config' : ''}\n`
}

function routesInCode(parts: ModuleParts): string {
  const { names, handler, project, hasEndpoint, isClosed } = parts
  const { kebab, camel, pascal } = names
  const requires = isClosed ? "import { REQUIRES } from '@app/authorization'\n" : ''
  const set = isClosed ? ".set(REQUIRES, 'authenticated')" : ''
  const type = requires + (project.isTyped ? "import type { Application } from '@app/core'\n" : '')
  const signature = project.isTyped ? `(app: Application): void` : '(app)'
  const doc = project.isTyped
    ? '/** Adds the routes of this module. */'
    : "/**\n * Adds the routes of this module.\n *\n * @param {import('@app/core').Application} app\n */"
  const ofEndpoint = hasEndpoint ? `  app.route(answer${pascal}())${set}\n` : ''
  const own = imports(parts, '.').replace(`{ answer${pascal}, ${camel} }`, `{ answer${pascal} }`)
  return `${type}${own}\n${doc}\nexport function ${camel}${signature} {\n  app.get('/${kebab}', ${handler.pascal}, '${kebab}')${set}\n${ofEndpoint}}\n`
}
