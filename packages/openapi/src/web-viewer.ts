import type { ViewerFile } from './node-viewer.ts'

/** Always throws: without files there is no viewer. */
export async function readViewerFile(_name: string): Promise<ViewerFile> {
  throw new Error(
    'openApiPage() reads the files of swagger-ui-dist, and this runtime has none. Show the page from Node.',
  )
}
