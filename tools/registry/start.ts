import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../new-folder.ts'
import { run } from '../run.ts'

/** A registry on loopback that holds our packages, and gets all others from the registry of npm. */
export interface Registry {
  readonly url: string
  /** The token that permits publishing to the registry. */
  readonly token: string
  /** The path of an npmrc that names the registry for all packages, and has the token for publishing. */
  readonly npmrc: string
  /**
   * The path of an npmrc that names the registry for the packages of our scope and of the scope of another team. All
   * other packages come directly from npm's registry, which is several times as fast.
   */
  readonly scopedNpmrc: string
  /**
   * The id of the registry's process, which has to be ended when the registry is no longer needed. The process also
   * ends with its parent.
   */
  readonly pid: number
}

/** Starts an empty registry that keeps its packages in a folder, and resolves when the registry listens. */
export async function startRegistry(folder: string): Promise<Registry> {
  installOnce()
  mkdirSync(folder, { recursive: true })
  const outside = run('npm', ['config', 'get', 'registry'], { cwd: folder }).stdout.trim()
  const log = join(folder, 'log')
  const output = openSync(log, 'a')
  const child = fork(join(import.meta.dirname, 'serve.js'), [writeConfig(folder, outside)], {
    stdio: ['ignore', output, output, 'ipc'],
  })
  try {
    const url = `http://127.0.0.1:${await portOf(child, log)}/`
    const npmrc = join(folder, 'npmrc')
    const token = await logIn(url)
    writeFileSync(npmrc, `registry=${url}\n${url.slice('http:'.length)}:_authToken=${token}\n`)
    const scopedNpmrc = join(folder, 'scoped-npmrc')
    writeFileSync(scopedNpmrc, `registry=${outside}\n@app:registry=${url}\n@acme:registry=${url}\n`)
    return { url, token, npmrc, scopedNpmrc, pid: child.pid as number }
  } catch (error) {
    child.kill()
    throw error
  }
}

function installOnce(): void {
  const needed = ['verdaccio', 'libnpmpublish'].map((name) => join(import.meta.dirname, 'node_modules', name))
  if (needed.every((path) => existsSync(path))) return
  run('pnpm', ['install', '--frozen-lockfile'], { cwd: import.meta.dirname })
}

/**
 * Writes a copy of config.yaml into `folder`, completed with the paths and addresses of this machine; returns its path.
 */
function writeConfig(folder: string, outside: string): string {
  const rest = { storage: join(folder, 'packages'), uplinks: { outside: { url: outside } } }
  const lines = Object.entries(rest).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
  const config = join(folder, 'config.yaml')
  writeFileSync(config, readFileSync(join(import.meta.dirname, 'config.yaml'), 'utf8') + lines.join(''))
  return config
}

async function portOf(child: ChildProcess, log: string): Promise<number> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The registry ended with ${code} before it listened; ${log} says:\n${readFileSync(log, 'utf8')}`)
  })
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number]
  return port
}

/** Creates the only user that may publish to the registry, and returns the user's token. */
async function logIn(url: string): Promise<string> {
  const answer = await fetch(new URL('-/user/org.couchdb.user:ci', url), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ci', password: crypto.randomUUID() }),
  })
  if (!answer.ok) throw new Error(`The registry at ${url} refuses the user: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}

if (import.meta.main) {
  const { url, npmrc, pid } = await startRegistry(newFolder('registry'))
  console.log(`${url}\nnpm_config_userconfig=${npmrc}\nkill ${pid}`)
}
