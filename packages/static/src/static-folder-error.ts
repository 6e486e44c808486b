/**
 * The folder to serve is invalid. The message names the folder and the problem.
 *
 * @example
 * try {
 *   app.pipe(serveStatic('public'))
 * } catch (error) {
 *   if (!(error instanceof StaticFolderError)) throw error
 *   console.error(error.message)
 * }
 */
export class StaticFolderError extends Error {
  override readonly name = 'StaticFolderError'

  constructor(folder: unknown, problem: string) {
    super(
      `Cannot serve ${folder instanceof URL ? folder.href : (JSON.stringify(folder) ?? String(folder))}: ${problem}.`,
    )
  }
}
