import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Puts the packages of a folder of tarballs into a `node_modules`, in place of the packages of the same names. */
export function unpackTarballs(folder, modules) {
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  if (tarballs.length === 0) throw new Error(`There are no tarballs in ${folder}; make them with "pnpm pack"`)
  for (const file of tarballs) {
    const tarball = join(folder, file)
    const manifest = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })
    const target = join(modules, JSON.parse(manifest).name)
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', target])
  }
}
