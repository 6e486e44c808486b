/** What is given as a folder to serve is none; the message names it and says what to write instead. */
export class StaticFolderError extends Error {
  override readonly name = 'StaticFolderError'

  constructor(folder: unknown, problem: string) {
    super(
      `Cannot serve ${folder instanceof URL ? folder.href : (JSON.stringify(folder) ?? String(folder))}: ${problem}.`,
    )
  }
}
