import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Publishes the tarballs that `pnpm release:pack` has written into a folder: `node tools/release/publish-packed.js
 * FOLDER`.
 *
 * The job that may publish runs this file and nothing else: it imports no package, checks that each tarball is the one
 * that was packed, leaves out versions that the registry has already, and calls npm. To run it again does no harm.
 */
const folder = process.argv[2]
if (folder === undefined) throw new Error('Say where the tarballs are: node tools/release/publish-packed.js FOLDER')
const { plan } = JSON.parse(readFileSync(join(folder, 'publish-plan.json'), 'utf8'))

for (const { kind, name, version, access, tag, tarball } of plan.flat()) {
  if (kind !== 'publish') continue
  const path = resolve(folder, tarball.path)
  const integrity = `sha256-${createHash('sha256').update(readFileSync(path)).digest('base64')}`
  if (integrity !== tarball.integrity) throw new Error(`${tarball.path} is not the tarball that was packed.`)
  if (isPublished(name, version)) {
    console.log(`${name}@${version} is there already`)
    continue
  }
  execFileSync('npm', ['publish', path, '--access', access, '--tag', tag], { stdio: ['ignore', 'inherit', 'inherit'] })
  console.log(`${name}@${version} is published`)
}

/**
 * True if the registry has this version. If the registry does not answer, returns `false`; npm then fails when it
 * publishes.
 */
function isPublished(name, version) {
  try {
    const answer = execFileSync('npm', ['view', `${name}@${version}`, 'version'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return String(answer).trim() === version
  } catch {
    return false
  }
}
