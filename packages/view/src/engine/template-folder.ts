import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigurationError, nearest, refuseUnknown, UsageError } from '@app/core/extending'
import type { EngineOptions } from '../renderer/template-renderer.ts'

/**
 * The templates of a folder, for an engine. Templates are found by their names, and no name leads out of the folder.
 *
 * A name is a path with slashes, without the extension. The folder is not read until a template is read.
 *
 * @example
 * const templates = new TemplateFolder({ folder: 'templates' }, '.eta')
 */
export class TemplateFolder {
  readonly path: string
  /** True if a template has to be read again each time it is rendered. */
  readonly reload: boolean
  readonly #extension: string

  /** Throws an `OptionError` for an unknown option. */
  constructor(options: EngineOptions, extension: `.${string}`) {
    refuseUnknown('The templates', options, ['folder', 'reload'])
    const { folder, reload } = options
    this.path = folder instanceof URL || folder.startsWith('file:') ? fileURLToPath(folder) : folder
    this.reload = reload ?? (process.env.APP_ENV || process.env.NODE_ENV) === 'development'
    this.#extension = extension
  }

  /**
   * Resolves the name by which a template includes another one. Returns the name relative to the folder, without the
   * extension. `./row` and `../row` are relative to the template `from`, all other names to the folder; the given name
   * may have the extension. Throws a `UsageError` (`APP_TEMPLATE`) for an invalid name, such as one that leads out of
   * the folder.
   */
  nameOf(name: string, from = ''): string {
    const whole = /^\.\.?\//.test(name) ? posix.join(posix.dirname(from), name) : name.replace(/^\//, '')
    const plain = whole.endsWith(this.#extension) ? whole.slice(0, -this.#extension.length) : whole
    if (plain.split('/').every((part) => NAME.test(part))) return plain
    throw unknownTemplate(
      `${JSON.stringify(name)} is not a name of a template: a name is a path inside of ${this.path}, such as "notes/list"`,
    )
  }

  /**
   * Returns the text of a template. Throws a `UsageError` (`APP_TEMPLATE`) for a missing template and for an invalid
   * name, and a `ConfigurationError` (`APP_TEMPLATE_FOLDER`) if there is no folder.
   */
  read(name: string): string {
    const path = join(this.path, `${this.nameOf(name)}${this.#extension}`)
    try {
      // This decoder leaves out a byte order mark, and throws for other encodings, such as UTF-16.
      return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    } catch (cause) {
      if (cause instanceof TypeError) throw new TypeError(`${path} is not UTF-8 text. Save it as UTF-8.`, { cause })
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
      throw this.#missing(name)
    }
  }

  /**
   * Returns the names of all templates. Throws a `ConfigurationError` (`APP_TEMPLATE_FOLDER`) if there is no folder.
   */
  names(): readonly string[] {
    if (!existsSync(this.path)) {
      throw new ConfigurationError(
        'APP_TEMPLATE_FOLDER',
        `There is no folder ${this.path} for templates. Make it, or set "folder" of the views`,
      )
    }
    return readdirSync(this.path, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(this.#extension))
      .map((file) => file.slice(0, -this.#extension.length).replaceAll('\\', '/'))
      .sort()
  }

  #missing(name: string): UsageError {
    const names = this.names()
    const near = nearest(name, names) ?? names.find((known) => posix.basename(known) === posix.basename(name))
    const hint = near === undefined ? `There are ${names.join(', ') || 'none'}.` : `Did you mean "${near}"?`
    return unknownTemplate(`There is no template "${name}${this.#extension}" in ${this.path}. ${hint}`)
  }
}

function unknownTemplate(message: string): UsageError {
  return new UsageError('APP_TEMPLATE', message)
}

/**
 * Matches one part of a template's name, between slashes: ASCII letters, digits, `_`, `-`, dots and spaces. The first
 * character is neither a dot nor a space.
 */
const NAME = /^[\w-][\w .-]*$/
