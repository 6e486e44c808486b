/** Whether `NODE_ENV` is `development`. A machine without the variable counts as production. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}

/**
 * Reads a source file, whose location is spelled as in a stack; `undefined` for a location that is no source file of
 * JavaScript or TypeScript, and for a file that is larger than 1 MiB or cannot be read.
 */
export function readSource(location: string): string | undefined {
  if (!SOURCE.test(location)) return undefined
  try {
    const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
    const path = pathOf(location)
    return statSync(path).size > LARGEST ? undefined : readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Gives the path of a file as the error page of development shows it: relative if the file is inside of the working
 * folder.
 */
export function shownPath(location: string): string {
  try {
    const path = pathOf(location)
    const { isAbsolute, relative } = process.getBuiltinModule('node:path')
    const fromHere = relative(process.cwd(), path)
    return isAbsolute(path) && !fromHere.startsWith('..') && !isAbsolute(fromHere) ? fromHere : path
  } catch {
    return location
  }
}

/** Whether a location in a stack belongs to the application, not to an installed package or to node. */
export function isOwnCode(location: string): boolean {
  return SOURCE.test(location) && !FOREIGN.test(location)
}

function pathOf(location: string): string {
  return location.startsWith('file:') ? process.getBuiltinModule('node:url').fileURLToPath(location) : location
}

const SOURCE = /^(?!node:).*\.[cm]?[jt]sx?$/
const FOREIGN = /[\\/]node_modules[\\/]/
const LARGEST = 1_048_576
