import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

/**
 * The number of octets that a package of the work tree `root` adds to a program that already uses the core: the size of
 * the package and its libraries in one file, minified and compressed with gzip. Peers, such as the core, and modules of
 * node are not counted.
 */
export async function bundledSize(root: string, name: string): Promise<number> {
  const folder = join(root, 'packages', name.replace('@app/', ''))
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly peerDependencies?: Readonly<Record<string, string>>
  }
  const outside = Object.keys(peerDependencies)
  const bundle = await rolldown({
    input: join(folder, 'src/index.ts'),
    platform: 'node',
    external: (id) => id.startsWith('node:') || outside.some((peer) => id === peer || id.startsWith(`${peer}/`)),
    onLog: (_level, log) => {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(`${log.message}\nRun pnpm install.`)
    },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const code = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('')
  return gzipSync(code, { level: 9 }).length
}
