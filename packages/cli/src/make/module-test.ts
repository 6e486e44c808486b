import type { Style } from './project-style.ts'
import type { ModuleParts } from './templates.ts'
import { equal, testFile } from './templates.ts'

/**
 * Returns the text of a module's test. It builds an application that has only this module, and sends requests to the
 * route and the endpoint.
 */
export function moduleTest({ names, handler, project, hasEndpoint }: ModuleParts, style: Style, from: string): string {
  const { kebab, camel } = names
  const [application, made] = style === 'code' ? inCode(camel, from) : fromConfiguration(camel, style, from)
  return testFile(project, application, hasEndpoint ? `/${kebab} and /api/${kebab} answer` : `/${kebab} answers`, [
    ...made,
    `const response = await app.request('/${kebab}')`,
    equal(project, 'await response.text()', `'${handler.pascal}'`),
    ...(hasEndpoint
      ? [
          `const answer = await app.request('/api/${kebab}')`,
          equal(project, 'await answer.json()', `{ name: '${kebab}' }`, 'toEqual'),
        ]
      : []),
  ])
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
