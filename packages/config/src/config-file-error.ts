import { FILE_EXTENSIONS, type FileLoaders } from './file.ts'
import type { FileOrigin, Origin } from './origin.ts'
import { describeValue } from './value-kinds.ts'

const MAP = 'Write `export default { … }`'
const DEFINITION = 'Write `export default defineConfig([…])`'
const DEFINITION_FILE = /(?:^|\/)config\/config\.\w+$/

/**
 * A file or folder of the configuration cannot be read, does not parse, throws, or gives a wrong value.
 *
 * @example
 * try {
 *   await loadConfig()
 * } catch (error) {
 *   if (!(error instanceof ConfigFileError)) throw error
 *   console.error(error.message)
 * }
 */
export class ConfigFileError extends Error {
  override readonly name = 'ConfigFileError'
  /** The absolute path. */
  readonly file: string
  /** The line of a syntax error, from 1, if it is known. */
  readonly line?: number

  private constructor(origin: FileOrigin, problem: string, cause?: unknown, line?: number) {
    super(
      `${origin.name}${line === undefined ? '' : `, line ${line}`}: ${problem}`,
      cause === undefined ? {} : { cause },
    )
    this.file = origin.file
    if (line !== undefined) this.line = line
  }

  static unreadable(origin: FileOrigin, cause: unknown): ConfigFileError {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    return new ConfigFileError(origin, `cannot be read${code}. Is it there, and may this process read it?`, cause)
  }

  static notAFile(origin: FileOrigin): ConfigFileError {
    return new ConfigFileError(origin, 'is not a regular file. Give it another name, or put a file in its place.')
  }

  static notAFolder(origin: FileOrigin): ConfigFileError {
    return new ConfigFileError(origin, 'is no folder. Create it, or take its autoload() out of the list of sources.')
  }

  static notAbove(origin: FileOrigin, name: string): ConfigFileError {
    return new ConfigFileError(
      origin,
      `is not above the root, where search('${name}') begins: upTo is one such as '../..'.`,
    )
  }

  static tooLarge(origin: FileOrigin, size: number, limit: number): ConfigFileError {
    return new ConfigFileError(origin, `has ${size} bytes, more than the ${limit} that configuration may have.`)
  }

  static wrongExtension(origin: FileOrigin, loaders: FileLoaders): ConfigFileError {
    const known = [...FILE_EXTENSIONS.map((extension) => `.${extension}`), ...Object.keys(loaders)]
    return new ConfigFileError(
      origin,
      `has an extension that is not loaded. Use one of ${known.join(', ')}, ` +
        'or give defineConfig([…], { loaders }) one for it.',
    )
  }

  static syntax(origin: FileOrigin, cause: unknown, line: number | undefined, language: string): ConfigFileError {
    return new ConfigFileError(origin, `does not parse as ${language}; the cause of this error says why.`, cause, line)
  }

  static threw(origin: FileOrigin, cause: unknown): ConfigFileError {
    return new ConfigFileError(origin, 'threw while it was imported; the cause of this error is what it threw.', cause)
  }

  static typeScript(origin: FileOrigin, cause: unknown): ConfigFileError {
    return new ConfigFileError(
      origin,
      `cannot be loaded: Node ${process.versions.node} does not run TypeScript here. ` +
        'Use Node 22.18 or later, or compile the configuration to JavaScript.',
      cause,
    )
  }

  static noDefaultExport(origin: FileOrigin): ConfigFileError {
    const instead = DEFINITION_FILE.test(origin.name) ? DEFINITION : MAP
    return new ConfigFileError(origin, `has no default export. ${instead}.`)
  }

  static notAMap(origin: FileOrigin, got: unknown): ConfigFileError {
    const hint = got instanceof Promise ? 'Write `export default await …`' : MAP
    return new ConfigFileError(origin, `gives ${describeValue(got)} where a map is wanted. ${hint}.`)
  }

  static notADefinition(origin: FileOrigin, got: unknown): ConfigFileError {
    const what = `exports ${describeValue(got)} where a definition is wanted`
    return new ConfigFileError(origin, `${what}. ${DEFINITION}.`)
  }
}

/**
 * Two files of one folder differ in their extension only, so that it is unclear which one is meant.
 *
 * @example
 * try {
 *   await loadConfig()
 * } catch (error) {
 *   if (!(error instanceof DuplicateConfigFileError)) throw error
 *   console.error(error.message)
 * }
 */
export class DuplicateConfigFileError extends Error {
  override readonly name = 'DuplicateConfigFileError'
  /** The absolute paths, in code unit order. */
  readonly files: readonly string[]

  constructor(origins: readonly Origin[]) {
    super(`${origins.map((origin) => origin.name).join(' and ')} have one name in two extensions. Keep one of them.`)
    this.files = origins.map((origin) => origin.file ?? origin.name)
  }
}
