import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file of the viewer Swagger UI, and the version of the package of the viewer. */
export interface ViewerFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly version: string
}

/**
 * Reads a file of the `swagger-ui-dist` that the application has installed. Rejects with an `Error` that says how to
 * install the package if it is missing.
 */
export async function readViewerFile(name: string): Promise<ViewerFile> {
  const manifest = manifestPath()
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string }
  return { bytes: new Uint8Array(await readFile(join(dirname(manifest), name))), version }
}

function manifestPath(): string {
  // `createRequire` finds the path, since webpack would replace the path of `require.resolve()` by the number of a
  // module.
  const { createRequire } = process.getBuiltinModule('node:module')
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve('swagger-ui-dist/package.json')
    } catch {
      // The next folder is tried; after the last folder the error below is thrown.
    }
  }
  throw new Error('openApiPage() shows the document by swagger-ui-dist: npm install swagger-ui-dist')
}
