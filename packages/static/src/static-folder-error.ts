/** The folder to serve is invalid. The message names it and says what to write instead. */
export class StaticFolderError extends Error {
  override readonly name = 'StaticFolderError'

  constructor(folder: unknown, problem: string) {
    super(
      `Cannot serve ${folder instanceof URL ? folder.href : (JSON.stringify(folder) ?? String(folder))}: ${problem}.`,
    )
  }
}
