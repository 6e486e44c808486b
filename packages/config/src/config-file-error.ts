import { ConfigurationError, describeValue, hasBrand } from '@app/checks'
import { FILE_EXTENSIONS, type FileLoaders } from './file.ts'
import type { FileOrigin, Origin } from './origin.ts'

const BRAND = Symbol.for('@app/config/ConfigFileError')

/**
 * A file or folder of the configuration cannot be used: for example, a file that is missing, cannot be parsed, throws
 * or exports a wrong value, or a folder that is missing. The `code` is `APP_CONFIG_FILE`.
 */
export class ConfigFileError extends ConfigurationError {
  override readonly name = 'ConfigFileError'
  /** The absolute path of the file or folder. */
  readonly file: string
  /** The line of a syntax error, counted from 1, if the line is known. */
  readonly line?: number

  /** Only this package makes such an error. */
  constructor(origin: FileOrigin, problem: string, cause?: unknown, line?: number) {
    super(
      'APP_CONFIG_FILE',
      `${origin.name}${line === undefined ? '' : `, line ${line}`}: ${problem}`,
      cause === undefined ? {} : { cause },
    )
    this.file = origin.file
    if (line !== undefined) this.line = line
  }

  /** True if a value is a `ConfigFileError` of this or another copy of the package. */
  static override is(value: unknown): value is ConfigFileError {
    return hasBrand(value, BRAND)
  }
}

Object.defineProperty(ConfigFileError.prototype, BRAND, { value: true })

const MAP = 'Write `export default { … }`'
const DEFINITION = 'Write `export default defineConfig([…])`'
const DEFINITION_FILE = /(?:^|\/)config\/config\.\w+$/

export function unreadable(origin: FileOrigin, cause: unknown): ConfigFileError {
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return new ConfigFileError(
    origin,
    `cannot be read${code}. Check that the file exists, and that this process may read it.`,
    cause,
  )
}

export function notAFile(origin: FileOrigin): ConfigFileError {
  return new ConfigFileError(origin, 'is not a regular file. Give it another name, or put a file in its place.')
}

export function notAFolder(origin: FileOrigin): ConfigFileError {
  return new ConfigFileError(
    origin,
    'is not a folder. Create the folder, or take its autoload() out of the list of sources.',
  )
}

export function notAbove(origin: FileOrigin, name: string): ConfigFileError {
  return new ConfigFileError(
    origin,
    `is not above the root, where search('${name}') begins. Give a folder above the root as upTo, such as '../..'.`,
  )
}

export function tooLarge(origin: FileOrigin, size: number, limit: number): ConfigFileError {
  return new ConfigFileError(origin, `has ${size} bytes, more than the ${limit} that configuration may have.`)
}

export function notUtf8(origin: FileOrigin): ConfigFileError {
  return new ConfigFileError(
    origin,
    'is not UTF-8 text. Save it as UTF-8; in PowerShell: Set-Content -Encoding utf8, not ">".',
  )
}

export function unknownExtension(origin: FileOrigin, loaders: FileLoaders): ConfigFileError {
  const known = [...FILE_EXTENSIONS.map((extension) => `.${extension}`), ...Object.keys(loaders)]
  return new ConfigFileError(
    origin,
    `has an extension that no loader reads. Use one of ${known.join(', ')}, ` +
      'or give defineConfig([…], { loaders }) a loader for this extension.',
  )
}

export function unparsable(
  origin: FileOrigin,
  cause: unknown,
  line: number | undefined,
  language: string,
): ConfigFileError {
  return new ConfigFileError(
    origin,
    `cannot be parsed as ${language}; the cause of this error has the reason.`,
    cause,
    line,
  )
}

/** For a file with a syntax error in it, or in a module that it imports: node does not say in which. */
export function unparsableImport(origin: FileOrigin, cause: unknown): ConfigFileError {
  return new ConfigFileError(
    origin,
    'cannot be parsed, or a module that it imports cannot; the cause of this error has the reason.',
    cause,
  )
}

export function importFailed(origin: FileOrigin, cause: unknown): ConfigFileError {
  return new ConfigFileError(origin, 'threw an error while it was imported; see the cause of this error.', cause)
}

export function noTypeScript(origin: FileOrigin, cause: unknown): ConfigFileError {
  return new ConfigFileError(
    origin,
    `cannot be loaded: Node ${process.versions.node} does not run TypeScript here. ` +
      'Use Node 22.18 or later, or compile the configuration to JavaScript.',
    cause,
  )
}

export function noDefaultExport(origin: FileOrigin): ConfigFileError {
  const instead = DEFINITION_FILE.test(origin.name) ? DEFINITION : MAP
  return new ConfigFileError(origin, `has no default export. ${instead}.`)
}

export function fileIsNotAMap(origin: FileOrigin, got: unknown): ConfigFileError {
  const hint = got instanceof Promise ? 'Write `export default await …`' : MAP
  return new ConfigFileError(origin, `gives ${describeValue(got)} in place of a map. ${hint}.`)
}

export function notADefinition(origin: FileOrigin, got: unknown): ConfigFileError {
  const what = `exports ${describeValue(got)} in place of a definition`
  return new ConfigFileError(origin, `${what}. ${DEFINITION}.`)
}

/**
 * The error for files of a folder whose names differ only in the extension, so that it is unclear which one is meant.
 */
export function duplicateFiles(origins: readonly Origin[]): ConfigurationError {
  return new ConfigurationError(
    'APP_CONFIG_FILE_DUPLICATE',
    `${origins.map((origin) => origin.name).join(' and ')} have the same name with different extensions. Keep one of them.`,
  )
}
