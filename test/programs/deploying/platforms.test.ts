import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { freePort, runCommand, startProgram } from '../run-program.ts'

const cwd = import.meta.dirname
const read = (file: string) => readFileSync(join(cwd, file), 'utf8')
const found = await runCommand('systemd-analyze', ['--version'], { cwd }).catch(() => undefined)

/**
 * The most seconds that a program needs to stop: the grace period of a server for its requests, and as long again for
 * services.
 */
const GRACE = 20

test.skipIf(found === undefined)(
  `systemd-analyze finds nothing wrong with the unit shop.service${found === undefined ? ' (systemd-analyze is not installed)' : ''}`,
  async () => {
    const { code, stdout, stderr } = await runCommand('systemd-analyze', ['verify', join(cwd, 'shop.service')], { cwd })
    // The message about the missing file `/usr/bin/node` is ignored, since this machine may have node elsewhere.
    const problems = `${stdout}${stderr}`.split('\n').filter((line) => line && !line.includes('/usr/bin/node'))
    expect(problems).toEqual([])
    expect(found?.code === 0 && [0, 1].includes(code as number)).toBe(true)
  },
)

test('the systemd unit gives the program more time to stop than it needs, and sends the signal to the first process alone', () => {
  const unit = Object.fromEntries(
    read('shop.service')
      .split('\n')
      .flatMap((line) => {
        const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
        return name === undefined ? [] : [[name, value]]
      }),
  )
  expect(Number(unit.TimeoutStopSec)).toBeGreaterThan(GRACE)
  expect(unit).toMatchObject({ KillMode: 'mixed', ExecReload: '/bin/kill -HUP $MAINPID' })
})

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

/** The part of the Kubernetes manifest that this test reads. */
interface Deployment {
  readonly spec: { readonly template: { readonly spec: Pod } }
}
interface Pod {
  readonly terminationGracePeriodSeconds: number
  readonly containers: readonly [
    {
      readonly ports: readonly [{ readonly name: string; readonly containerPort: number }]
      readonly env: readonly { readonly name: string; readonly value: string }[]
      readonly startupProbe: Probe
      readonly livenessProbe: Probe
      readonly readinessProbe: Probe
      readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly [string, string] } } }
    },
  ]
}

test('the program answers the probes of the Kubernetes manifest at its port, and the manifest gives it enough time to stop', async () => {
  const [deployment, service] = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS() as unknown)
  const { terminationGracePeriodSeconds, containers } = (deployment as Deployment).spec.template.spec
  const [{ ports, env, startupProbe, livenessProbe, readinessProbe, lifecycle }] = containers
  const [{ name, containerPort }] = ports
  expect(service).toMatchObject({ spec: { selector: { app: 'shop' }, ports: [{ targetPort: name }] } })
  const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]))
  expect(variables).toEqual({ PORT: String(containerPort) })
  const pause = Number(lifecycle.preStop.exec.command[1])
  expect(terminationGracePeriodSeconds).toBeGreaterThan(pause + GRACE)
  const port = await freePort()
  const program = startProgram('workers.ts', { cwd, env: { PORT: String(port) } })
  await program.waitFor(/Listening on/)
  for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
    expect(httpGet.port).toBe(name)
    expect((await fetch(`http://127.0.0.1:${port}${httpGet.path}`)).status).toBe(200)
  }
  program.stop()
  expect(await program.ended).toBe(0)
})

test.skipIf(process.platform === 'win32')('workers share a socket that a process such as systemd opened', async () => {
  const opened = createServer().listen(0, '127.0.0.1')
  await once(opened, 'listening')
  const { fd } = (opened as unknown as { readonly _handle: { readonly fd: number } })._handle
  const { port } = opened.address() as { readonly port: number }
  const program = startProgram('workers.ts', { cwd, env: { FD_OPTION: '3' }, stdio: ['ignore', 'pipe', 'pipe', fd] })
  opened.close()
  await program.waitFor(/Listening on/)
  const pids = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(`http://127.0.0.1:${port}/pid`)).text()),
  )
  for (const pid of pids) expect(pid).toMatch(/^\d+$/)
  program.stop('SIGHUP')
  await program.waitFor(/Started 2 workers anew/)
  expect(await (await fetch(`http://127.0.0.1:${port}/pid`)).text()).toMatch(/^\d+$/)
  program.stop()
  expect(await program.ended).toBe(0)
})
