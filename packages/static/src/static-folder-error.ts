/**
 * The folder to serve is invalid. The message names the folder and the problem.
 */
export class StaticFolderError extends Error {
  override readonly name = 'StaticFolderError'

  constructor(folder: unknown, problem: string) {
    super(
      `Cannot serve ${folder instanceof URL ? folder.href : (JSON.stringify(folder) ?? String(folder))}: ${problem}.`,
    )
  }
}
