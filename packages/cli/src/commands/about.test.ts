import { describe, expect, test } from 'vitest'
import { appInCode, project, run, runJson } from '../project.test.helper.ts'

const audit = {
  'node_modules/@acme/audit/package.json': {
    name: '@acme/audit',
    version: '1.2.0',
    peerDependencies: { '@app/router': '>=99.0.0', '@app/config': '>=0.0.0', 'left-out': '^1.0.0' },
  },
  'node_modules/left-out/package.json': { name: 'left-out', version: '1.0.0' },
}
const application = {
  'package.json': { type: 'module', dependencies: { '@app/core': '*', '@acme/audit': '^1' } },
  'app.ts': appInCode(''),
  ...audit,
}

describe('app about', () => {
  test('app about lists the runtime, the environment, the router, and the packages with the versions that they need', async () => {
    const { code, stdout, stderr } = await run(project(application), ['about'], { APP_ENV: 'staging' })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^runtime {6}node \d+\.\d+\.\d+ on \w+ \w+$/m)
    expect(stdout).toMatch(/^environment {2}staging$/m)
    expect(stdout).toMatch(/^application {2}app\.ts$/m)
    expect(stdout).toMatch(/^router {7}FindMyWayRouter$/m)
    expect(stdout).toMatch(/^PACKAGE +VERSION +NEEDS +FROM$/m)
    expect(stdout).toMatch(
      /^@acme\/audit +1\.2\.0 +@app\/router >=99\.0\.0 \(is \d\S+\), @app\/config >=0\.0\.0 +node_modules\/@acme\/audit$/m,
    )
    expect(stdout).toMatch(/^@app\/core +\d/m)
    expect(stdout).not.toContain('left-out')
  })

  test('app about --json prints the runtime, the environment, the router and the packages as JSON', async () => {
    const facts = await runJson<{ readonly packages: readonly object[] }>(project(application), ['about'])
    expect(facts).toMatchObject({
      runtime: { name: 'node', version: process.versions.node, platform: `${process.platform} ${process.arch}` },
      environment: null,
      application: 'app.ts',
      router: 'FindMyWayRouter',
    })
    expect(facts.packages).toContainEqual(
      expect.objectContaining({
        name: '@acme/audit',
        version: '1.2.0',
        needs: [
          expect.objectContaining({ name: '@app/router', range: '>=99.0.0', fits: false }),
          expect.objectContaining({ name: '@app/config', range: '>=0.0.0', fits: true }),
        ],
      }),
    )
  })

  test('app about lists the packages even if the application cannot be loaded', async () => {
    const root = project({ ...application, 'app.ts': "import '@acme/gone'" })
    const { code, stdout, stderr } = await run(root, ['about'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^@acme\/audit +1\.2\.0/m)
    expect(stderr).toMatch(
      /^The application cannot be loaded, so that its router is not known: app\.ts cannot be loaded: /,
    )
  })
})
