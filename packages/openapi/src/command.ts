import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Application } from '@app/core'
import { type CheckReport, checkDocument, reportLines, writeChangeset } from './command/check-document.ts'
import { currentDocument, documentText } from './command/current-document.ts'

/**
 * The members of `PackageCommandContext` of `@app/cli`, the argument of a command, that `app openapi` uses. They are
 * written out here, since this package does not depend on `@app/cli`.
 */
export interface Context {
  readonly application: Application
  readonly root: string
  readonly words?: readonly string[]
  readonly options: {
    readonly out?: string
    readonly check?: string
    readonly changeset?: boolean
    readonly json?: boolean
  }
  print(line: string): void
  complain(lines: string): void
}

/** The command `app openapi`, which `@app/cli` finds by the manifest of this package. */
export const command: {
  readonly description: string
  readonly usage: string
  readonly options: readonly { readonly flags: string; readonly description: string }[]
  readonly examples: readonly string[]
  run(context: Context): Promise<number>
} = {
  description:
    'write the OpenAPI document, list its changes since it was committed, or write descriptions from another document',
  usage: '[action] [file]',
  options: [
    { flags: '--out <file>', description: 'write it to this file' },
    { flags: '--check <file>', description: 'compare with this file; the exit code is 1 if they differ' },
    { flags: '--changeset', description: 'with --check, write the changeset for what changed' },
  ],
  examples: [
    'openapi > openapi.json',
    'openapi --out openapi.json',
    'openapi --check openapi.json --changeset',
    'openapi import petstore.yaml --out src/petstore.ts',
  ],
  async run({ application, root, words = [], options, print, complain }) {
    const { out, check, changeset = false, json = false } = options
    if (words.length > 0) return importInto(words, out, { print, complain })
    if (changeset && check === undefined) {
      complain('--changeset needs --check with the file to compare with: app openapi --check openapi.json --changeset')
      return 2
    }
    const document = await currentDocument(application, root)
    if (out !== undefined) await writeFile(resolve(out), documentText(document))
    if (check === undefined) {
      if (out === undefined) print(documentText(document).trimEnd())
      return 0
    }
    const report: CheckReport | string = await checkDocument(resolve(check), document)
    if (typeof report === 'string') {
      complain(report)
      return 2
    }
    if (json) print(JSON.stringify(report, undefined, 2))
    else for (const line of reportLines(report, check)) print(line)
    if (changeset && report.size !== undefined) complain(`Wrote ${await writeChangeset(report, root)}`)
    return report.isSame ? 0 : 1
  },
}

/** Writes a module with descriptions of the endpoints in another application's document. */
async function importInto(
  [action, file]: readonly string[],
  out: string | undefined,
  { print, complain }: Pick<Context, 'print' | 'complain'>,
): Promise<number> {
  if (action !== 'import' || file === undefined) {
    complain(`app openapi ${action}: write app openapi import <file> --out <module>.ts`)
    return 2
  }
  // The code of `app openapi import` is loaded only here, since serving and checking a document do not need it.
  const { importDocument } = await import('./import/import-document.ts')
  const imported = await importDocument(resolve(file)).catch((error: Error) => error.message)
  if (typeof imported === 'string') {
    complain(imported)
    return 2
  }
  const { code, endpoints, missing } = imported
  if (out === undefined) print(code.trimEnd())
  else await writeFile(resolve(out), code)
  complain([`${endpoints} endpoints`, ...missing.map((line) => `left out: ${line}`)].join('\n'))
  return 0
}
