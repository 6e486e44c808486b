import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { PackageCommand, PackageCommandContext } from '@app/core/extending'
import { type CheckReport, checkDocument, reportLines, writeChangeset } from './command/check-document.ts'
import { currentDocument, documentText } from './command/current-document.ts'

export type { PackageCommand } from '@app/core/extending'

/** The command `app openapi`, which `@app/cli` finds by the manifest of this package. */
export const command: PackageCommand<{ readonly out?: string; readonly check?: string; readonly changeset?: boolean }> =
  {
    description:
      'print the OpenAPI document, write it to a file (--out), or list its changes since it was committed (--check); the only action, import <file>, writes descriptions from another document',
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
    async run({ application, root, args, options, print, printError }) {
      const { out, check, changeset = false, json = false } = options
      if (args.length > 0) return importInto(args, out, { print, printError })
      if (changeset && check === undefined) {
        printError(
          '--changeset needs --check with the file to compare with: app openapi --check openapi.json --changeset',
        )
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
        printError(report)
        return 2
      }
      if (json) print(JSON.stringify(report, undefined, 2))
      else for (const line of reportLines(report, check)) print(line)
      if (changeset && report.size !== undefined) printError(`Wrote ${await writeChangeset(report, root)}`)
      return report.isSame ? 0 : 1
    },
  }

/** Writes a module with descriptions of the endpoints in another application's document. */
async function importInto(
  [action, file]: readonly string[],
  out: string | undefined,
  { print, printError }: Pick<PackageCommandContext, 'print' | 'printError'>,
): Promise<number> {
  if (action !== 'import') {
    printError(`app openapi has no action ${action}. ${INSTEAD}`)
    return 2
  }
  if (file === undefined) {
    printError('app openapi import needs a document: app openapi import petstore.yaml --out src/petstore.ts')
    return 2
  }
  // The code of `app openapi import` is loaded only here, since serving and checking a document do not need it.
  const { importDocument } = await import('./import/import-document.ts')
  const imported = await importDocument(resolve(file)).catch((error: Error) => error.message)
  if (typeof imported === 'string') {
    printError(imported)
    return 2
  }
  const { code, endpoints, missing } = imported
  if (out === undefined) print(code.trimEnd())
  else await writeFile(resolve(out), code)
  printError([`${endpoints} endpoints`, ...missing.map((line) => `left out: ${line}`)].join('\n'))
  return 0
}

const INSTEAD =
  'To print the document, write app openapi; to write it, app openapi --out openapi.json; to compare it, app openapi ' +
  '--check openapi.json. The only action is import: app openapi import petstore.yaml --out src/petstore.ts'
