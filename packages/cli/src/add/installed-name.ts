import type { Manifest } from '../application/manifest.ts'
import { CommandError } from '../command-error.ts'

/** The name in what may be asked for: `@acme/audit`, `@acme/audit@^2`; `undefined` for a folder, an archive or a URL. */
export function nameInRequest(request: string): string | undefined {
  if (request.startsWith('-')) {
    throw CommandError.wrongUse(`${request} is no package. Write a name, such as @app/static or @acme/audit@^2.`)
  }
  return /^((?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*)(?:@[^/:]*)?$/i.exec(request)?.[1]
}

/** What was installed for a folder, an archive or a URL: the dependency that is new, or that says so. */
export function nameInManifest(request: string, before: Manifest, after: Manifest): string | undefined {
  const known = before.dependencies ?? {}
  const entries = Object.entries(after.dependencies ?? {})
  const added = entries.find(([name]) => !(name in known)) ?? entries.find(([, range]) => range.endsWith(request))
  return added?.[0]
}
