import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publish } from 'libnpmpublish'

/**
 * Publishes the tarballs that `pnpm release:pack` has written into a folder: `node publish.js FOLDER URL TOKEN`, with
 * the URL of the registry.
 *
 * npm publishes by the same library, but a process of npm for each package would take most of the time of a rehearsal.
 */
const [folder, registry, token] = process.argv.slice(2)
const { plan } = JSON.parse(readFileSync(join(folder, 'publish-plan.json'), 'utf8'))

for (const { kind, access, tag, tarball } of plan.flat()) {
  if (kind !== 'publish') continue
  const path = join(folder, tarball.path)
  const manifest = JSON.parse(execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' }))
  const key = `${registry.slice(registry.indexOf('//'))}:_authToken`
  await publish(manifest, readFileSync(path), { registry, [key]: token, access, defaultTag: tag })
}
