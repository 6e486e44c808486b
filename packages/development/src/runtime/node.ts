/** True if `NODE_ENV` is `development`. A machine without the variable counts as production. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}

export function warn(message: string): void {
  process.emitWarning(message, 'ApplicationWarning')
}

/** Calls `started` and `failed` with the messages of a tracing channel, such as `@app/core:route`. */
export function subscribe<M extends object>(
  channel: string,
  started: (message: M) => void,
  failed: (message: M) => void,
): void {
  const { start, error } = process.getBuiltinModule('node:diagnostics_channel').tracingChannel<unknown, M>(channel)
  start.subscribe((message) => started(message as M))
  error.subscribe((message) => failed(message as M))
}

/**
 * Reads a source file of the project, whose location is spelled as in a stack; `undefined` for all other locations, and
 * for a file that is larger than 1 MiB or cannot be read.
 */
export function readSource(location: string): string | undefined {
  if (!isOwnCode(location)) return undefined
  try {
    const { readFileSync, realpathSync, statSync } = process.getBuiltinModule('node:fs')
    // A link in the project may lead out of it.
    const path = realpathSync(pathOf(location))
    if (!isInProject(path, realpathSync(process.cwd())) || statSync(path).size > LARGEST) return undefined
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns the path of a file as the error page of development shows it: relative if the file is inside of the working
 * folder.
 */
export function shownPath(location: string): string {
  try {
    const path = pathOf(location)
    return pathFrom(process.cwd(), path) ?? path
  } catch {
    return location
  }
}

/**
 * True if a location in a stack is source code of the project: a file of JavaScript or TypeScript in the working folder,
 * outside of `node_modules` and of hidden folders.
 */
export function isOwnCode(location: string): boolean {
  try {
    return isInProject(pathOf(location), process.cwd())
  } catch {
    return false
  }
}

function isInProject(path: string, folder: string): boolean {
  const fromHere = pathFrom(folder, path)
  return fromHere !== undefined && SOURCE.test(fromHere) && !FOREIGN.test(fromHere)
}

/** Returns the path of a file relative to a folder; `undefined` if the file is not in the folder. */
function pathFrom(folder: string, path: string): string | undefined {
  const { isAbsolute, relative, sep } = process.getBuiltinModule('node:path')
  const fromHere = relative(folder, path)
  const isInside = isAbsolute(path) && fromHere !== '..' && !fromHere.startsWith(`..${sep}`) && !isAbsolute(fromHere)
  return isInside ? fromHere : undefined
}

/** The path of a file without what follows it in a URL, such as the `?again` of a module that was loaded twice. */
function pathOf(location: string): string {
  return location.startsWith('file:') ? process.getBuiltinModule('node:url').fileURLToPath(location) : location
}

const SOURCE = /\.[cm]?[jt]sx?$/
const FOREIGN = /(?:^|[\\/])(?:node_modules|\.[^\\/]*)[\\/]/
const LARGEST = 1_048_576
