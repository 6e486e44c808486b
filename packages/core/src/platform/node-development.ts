/** Only what says so is development: a machine where nobody set the variable is taken for production. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV === 'development'
}

/** The text of a source file, given as a stack names it; `undefined` for what is none, or cannot be read. */
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

/** How a file is shown: from the working folder on, if it lies there. */
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

/** Whether a place in a stack is code of the application: no library's, not node's, not this package's. */
export function isOwnCode(location: string): boolean {
  return SOURCE.test(location) && !FOREIGN.test(location) && !pathOf(location).startsWith(CORE)
}

function pathOf(location: string): string {
  return location.startsWith('file:') ? process.getBuiltinModule('node:url').fileURLToPath(location) : location
}

const SOURCE = /^(?!node:).*\.[cm]?[jt]sx?$/
const FOREIGN = /[\\/]node_modules[\\/]/
const LARGEST = 1_048_576
const CORE = pathOf(new URL('../..', import.meta.url).href)
