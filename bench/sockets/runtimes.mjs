import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const BENCH = join(import.meta.dirname, '..')

/** For each runtime, its binary, and the arguments by which it serves the default export of a file. */
const SERVES = {
  bun: { binary: 'bun/bin/bun.exe', args: (file) => ['run', file] },
  deno: {
    binary: 'deno/deno',
    args: (file, port) => ['serve', '--allow-all', '--no-lock', '--quiet', '--host', '127.0.0.1', '--port', port, file],
  },
}

/**
 * The runtimes that `--runtimes` names, each with its peers: our application, Hono, and a plain `fetch` twice, each
 * served from the default export of a file.
 */
export function otherRuntimes(option) {
  const names = option?.split(',') ?? []
  return names.map((name) => {
    if (!(name in SERVES)) throw new Error(`There is no runtime "${name}": choose from ${Object.keys(SERVES)}`)
    const command = join(BENCH, 'node_modules', SERVES[name].binary)
    if (!existsSync(command)) throw new Error(`${name} is not installed; run "node bench/prepare.mjs"`)
    const peer = (peerName, file) => ({
      name: peerName,
      command,
      args: (port) => SERVES[name].args(join(BENCH, 'runtimes', file), String(port)),
    })
    const version = spawnSync(command, ['--version'], { encoding: 'utf8' })
      .stdout.split('\n')[0]
      .replace(`${name} `, '')
    return {
      name,
      version,
      peers: [
        peer('plain', 'plain.mjs'),
        peer('plain, again', 'plain.mjs'),
        peer('hono', 'hono.mjs'),
        peer('ours-find-my-way', 'ours.mjs'),
      ],
    }
  })
}
