import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readText } from '@app/config'

/**
 * Writes a random value into `.env` for each secret in `names`, unless `.env` or the environment has a variable of that
 * name already. If there is an `.env.example`, the name is added to this file too, without the value. A new `.env`
 * cannot be read by other users of the machine; an existing file keeps its mode.
 *
 * Returns the names that were added, or that would be added without `dryRun`.
 */
export function addSecrets(names: readonly string[], root: string, dryRun: boolean): readonly string[] {
  const missing = names.filter((name) => !process.env[name] && !isIn(join(root, '.env'), name))
  if (dryRun) return missing
  for (const name of missing) {
    append(join(root, '.env'), `${name}=${randomBytes(32).toString('base64url')}`)
    const example = join(root, '.env.example')
    if (existsSync(example) && !isIn(example, name)) append(example, `${name}=`)
  }
  return missing
}

/**
 * Returns the names of the secrets that a package.json lists: `"app": { "secrets": ["APP_SECRET"] }`. Leaves out
 * strings that are not names of environment variables.
 */
export function secretsIn(manifest: { readonly app?: { readonly secrets?: unknown } }): readonly string[] {
  const { secrets } = manifest.app ?? {}
  return Array.isArray(secrets)
    ? secrets.filter((name) => typeof name === 'string' && /^[A-Z][A-Z\d_]*$/.test(name))
    : []
}

function isIn(file: string, name: string): boolean {
  return existsSync(file) && name in parseEnv(readText(file))
}

/** Adds a line at the end of a file. If the last line of the file has no line end, adds one first. */
function append(file: string, line: string): void {
  const before = existsSync(file) ? readText(file) : ''
  appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`, { mode: 0o600 })
}
