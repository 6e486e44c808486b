import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingProxy } from '../../hostile/proxies/proxies.ts'
import { freePort, startCommand, startProgram, untilItAnswers } from '../run-program.ts'
import { SteadyLoad } from './steady-load.ts'

const cwd = import.meta.dirname
const MISSING = missingProxy('nginx')

/**
 * Starts nginx with the configuration file of docs/deploying/a-server.md, with other ports, and folders that this user may write
 * to.
 */
async function startNginx(upstream: number): Promise<number> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const config = readFileSync(join(cwd, 'nginx.conf'), 'utf8')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${upstream}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('http {', `http {\naccess_log off;\n${places.join('\n')}`)
  const own = `${process.getuid?.() === 0 ? 'user root;\n' : ''}pid ${folder}/pid;\n`
  writeFileSync(join(folder, 'nginx.conf'), own + config)
  startCommand('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;'], {
    cwd: folder,
  })
  await untilItAnswers(`http://127.0.0.1:${port}/`)
  return port
}

test.skipIf(MISSING !== undefined)(
  `behind nginx, no request is lost if a worker is killed under load, or if all workers are reloaded${MISSING ? ` (${MISSING})` : ''}`,
  async () => {
    const upstream = await freePort()
    const program = startProgram(join(cwd, 'workers.ts'), { cwd, env: { PORT: String(upstream) } })
    await program.waitFor(/Listening on/)
    const load = new SteadyLoad(await startNginx(upstream), '/pid', { keeping: 12, fresh: 4 })
    await load.answers(200)
    const [killed] = load.report.pids
    process.kill(Number(killed), 'SIGKILL')
    await program.waitFor(new RegExp(`The worker ${killed} ended with SIGKILL; another one takes its place`))
    await load.answers(400)
    program.stop('SIGHUP')
    await program.waitFor(/Started \d workers? anew/)
    await load.answers(200)
    const { answered, pids, ...others } = await load.end()
    expect(others).toMatchObject({ lost: 0, refused: 0, failed: 0 })
    expect(answered).toBeGreaterThan(800)
    expect(pids.size).toBeGreaterThanOrEqual(3)
    program.stop()
    expect(await program.ended).toBe(0)
  },
)
