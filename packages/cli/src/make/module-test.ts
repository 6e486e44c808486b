import type { Style } from './project-style.ts'
import type { ModuleParts } from './templates.ts'
import { equal, testFile } from './templates.ts'

/**
 * Returns the text of a module's test. It builds an application that has only this module, and sends requests to the
 * route and the endpoint: if the routes are closed, as a visitor who has logged in, and as one who has not.
 */
export function moduleTest(parts: ModuleParts, style: Style, from: string): string {
  const { names, handler, project, hasEndpoint, isClosed } = parts
  const { kebab, camel } = names
  const [application, made] = style === 'code' ? inCode(camel, from) : fromConfiguration(camel, style, from)
  const paths = hasEndpoint ? [`/${kebab}`, `/api/${kebab}`] : [`/${kebab}`]
  const answers = `${paths.join(' and ')} ${hasEndpoint ? 'answer' : 'answers'}`
  const user = isClosed ? 'user' : 'app'
  return testFile(
    project,
    [
      ...(isClosed ? guardImports(parts) : []),
      ...application.slice(0, -1),
      ...(hasEndpoint ? [`import { ENDPOINT } from '@app/endpoint/server'`] : []),
      ...application.slice(-1),
    ],
    isClosed ? `${answers} only visitors who have logged in` : answers,
    [
      ...made,
      ...(isClosed ? guarded(parts, paths) : []),
      `const response = await ${user}.request('/${kebab}')`,
      equal(project, 'await response.text()', `'${handler.pascal}'`),
      ...(hasEndpoint
        ? [
            `const answer = await ${user}.request('/api/${kebab}')`,
            equal(project, 'await answer.json()', `{ name: '${kebab}' }`, 'toEqual'),
            equal(project, 'app.routes.at(-1)?.metadata(ENDPOINT)?.path', `'/api/${kebab}'`),
          ]
        : []),
    ],
  )
}

function guardImports({ project }: ModuleParts): readonly string[] {
  return [
    `import { IDENTITY${project.isTyped ? ', type Identity' : ''} } from '@app/authentication'`,
    `import { authorization } from '@app/authorization'`,
  ]
}

/** Returns the statements that send the requests of a stranger, and make an application in which somebody has logged in. */
function guarded({ project }: ModuleParts, paths: readonly string[]): readonly string[] {
  const identity = project.isTyped ? "{ id: '7' } as Identity" : "{ id: '7' }"
  return [
    'const stranger = new Application().pipe(authorization()).pipe(app)',
    ...paths.map((path) => equal(project, `(await stranger.request('${path}')).status`, '401')),
    'const user = new Application()',
    `user.pipe((request, handler) => handler(request.withAttribute(IDENTITY, ${identity})))`,
    'user.pipe(authorization()).pipe(app)',
  ]
}

type Texts = readonly [imports: readonly string[], statements: readonly string[]]

function inCode(camel: string, from: string): Texts {
  return [
    [`import { Application } from '@app/core'`, `import { ${camel} } from '${from}'`],
    ['const app = new Application()', `${camel}(app)`],
  ]
}

function fromConfiguration(camel: string, style: Style, from: string): Texts {
  const what = style === 'modular' ? '{ configProvider }' : `${camel}`
  const provider = style === 'modular' ? 'configProvider' : `() => ${camel}`
  return [
    [
      `import { defineConfig, resolveConfig } from '@app/config'`,
      `import { createContainer } from '@app/container-factory'`,
      `import { Application, configProvider as core } from '@app/core'`,
      `import ${what} from '${from}'`,
    ],
    [
      `const config = await resolveConfig(defineConfig([core, ${provider}]))`,
      'const app = createContainer(config).get(Application.SERVICE)',
    ],
  ]
}
