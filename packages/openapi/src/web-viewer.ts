import type { ViewerFile } from './node-viewer.ts'

/** Rejects with an `Error`: the viewer consists of files of a package, and this runtime cannot read files. */
export async function readViewerFile(_name: string): Promise<ViewerFile> {
  throw new Error(
    'openApiPage() reads the files of swagger-ui-dist, and this runtime has none. Show the page from Node.',
  )
}
