import { expect, test } from 'vitest'
import { appFromConfig, EXAMPLES, project, run, runJson } from '../project.test.helper.ts'

const CONFIG = `
class Clock {}
class Anything { canCreate() { return false } create() {} }
export default {
  dependencies: {
    services: { given: 1 },
    invokables: { clock: Clock },
    factories: { made: () => ({}), often: { create: () => ({}) } },
    aliases: { time: 'clock' },
    delegators: { made: [(container, name, create) => create()] },
    abstract_factories: [new Anything()],
    shared: { often: false },
  },
}
`

test('app services lists services of each kind (factory, alias, …), with their file, and whether they are shared', async () => {
  const { code, stdout } = await run(project(appFromConfig(CONFIG)), ['services'])
  expect(code).toBe(0)
  expect(stdout).toBe(
    `NAME                   KIND                    SHARED  FROM
@app/core/Application  factory                 yes     @app/core
@app/core/Logger       factory                 yes     @app/core
clock                  invokable               yes     config/autoload/app.global.ts
given                  value                   yes     config/autoload/app.global.ts
made                   factory, delegated (1)  yes     config/autoload/app.global.ts
often                  factory                 no      config/autoload/app.global.ts
time                   alias of clock          yes     config/autoload/app.global.ts
(Anything)             abstract                yes     config/autoload/app.global.ts
`,
  )
})

test('app services --json prints the list of services as JSON', async () => {
  const rows = await runJson<object[]>(project(appFromConfig(CONFIG)), ['services'])
  const origin = 'config/autoload/app.global.ts'
  expect(rows).toContainEqual({ name: 'time', kind: 'alias', target: 'clock', delegators: 0, isShared: true, origin })
  expect(rows).toContainEqual({ name: 'often', kind: 'factory', delegators: 0, isShared: false, origin })
})

test('app services ends with exit code 1 for an application without a container, and the error says so', async () => {
  const { code, stderr } = await run(`${EXAMPLES}/hello`, ['services'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('The application has no container')])
})
