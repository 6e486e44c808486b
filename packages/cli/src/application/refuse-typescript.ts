import { CommandError } from '../command-error.ts'
import { type ApplicationFile, shortPath } from './find-application.ts'

/** Throws `CommandError` for a source that this node does not run, with what to do. */
export function refuseTypeScript(
  { file, root }: ApplicationFile,
  canRun: boolean = Boolean((process.features as { readonly typescript?: unknown }).typescript),
): void {
  if (canRun || !/\.m?ts$/.test(file)) return
  throw CommandError.wrongUse(
    `${shortPath(file, root)} is TypeScript, which Node ${process.versions.node} does not run. Use Node 22.18 or later, ` +
      'or compile the application and name the result: --app dist/app.js.',
  )
}
