import type { MiddlewareDescription } from '@app/core'
import { expect, test } from 'vitest'
import { appFromConfig, EXAMPLES, project, run, runJson } from '../project.test.helper.ts'

test('app pipeline shows middleware in the order of execution, with prefix, priority, key and file, and nested pipelines indented', async () => {
  const { code, stdout, stderr } = await run(`${EXAMPLES}/configured`, ['pipeline'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(
    `MIDDLEWARE             PATH   PRIORITY  MADE          KEY          FROM
service acme/timing    /      10000     at first use  timing       config/autoload/pipeline.global.ts
service @app/static    /      6500      at first use  @app/static  @app/static
pipeline               /      1         already       routing      config/autoload/pipeline.global.ts
  routing              /                already
  service acme/audit   /                at first use
  dispatch             /                already
service acme/fallback  /shop  -10       at first use  fallback     config/autoload/pipeline.global.ts
errors (for errors)    /      -1000     already       errors       config/autoload/pipeline.global.ts
`,
  )
})

test('app pipeline says of each service whether it is made at the start, since it is eager, or at its first use', async () => {
  const root = project(
    appFromConfig(`export default {
      dependencies: {
        eager: ['early', 'other'],
        factories: { early: () => (request, next) => next(request), late: () => () => new Response() },
        aliases: { other: 'late' },
      },
      middleware_pipeline: { early: { middleware: 'early' }, other: { middleware: 'other' } },
    }`),
  )
  const { stdout } = await run(root, ['pipeline'])
  expect(stdout).toMatch(/^service early .*at the start .*\nservice other .*at the start /m)
})

test('app pipeline marks routing and dispatch with (default) if the application has not piped them itself', async () => {
  const { stdout } = await run(`${EXAMPLES}/hello`, ['pipeline'])
  expect(stdout).toMatch(/^routing \(default\) .*\ndispatch \(default\) /m)
})

test('app pipeline --json prints the pipeline as JSON, with the content of nested applications', async () => {
  const items = await runJson<MiddlewareDescription[]>(`${EXAMPLES}/composition`, ['pipeline', '--app', 'site.ts'])
  expect(items.map(({ kind, name, path }) => [kind, name, path])).toEqual([
    ['function', 'nameTheRoute', undefined],
    ['application', 'Application', '/blog'],
    ['application', 'Application', '/api'],
    ['function', undefined, undefined],
  ])
  expect(items[1]?.items?.map(({ kind, isDefault }) => [kind, isDefault])).toEqual([
    ['routing', true],
    ['dispatch', true],
  ])
})
