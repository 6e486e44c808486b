import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigurationError, nearest, OptionError, refuseUnknown, UsageError } from '@app/core/extending'
import { areModuleFolders, MODULE_FOLDERS } from '../renderer/module-folders.ts'
import type { EngineOptions } from '../renderer/template-renderer.ts'

/**
 * The templates of a folder, for an engine. Templates are found by their names, and no name leads out of the folder.
 *
 * A name is a path with slashes, without the extension. With the option `folders`, a name whose first part is that of a
 * package is looked for in the folder first, where the application has its own version, and then in the folder of the
 * package. No folder is read until a template is read.
 *
 * @example
 * const templates = new TemplateFolder({ folder: 'templates' }, '.eta')
 */
export class TemplateFolder {
  readonly path: string
  /** True if a template has to be read again each time it is rendered. */
  readonly reload: boolean
  readonly #extension: string
  readonly #modules: ReadonlyMap<string, string>

  /** Throws an `OptionError` for an unknown option, and for `folders` that are not absolute. */
  constructor(options: EngineOptions, extension: `.${string}`) {
    refuseUnknown('The templates', options, ['folder', 'folders', 'reload'])
    const { folder, folders = {}, reload } = options
    if (!areModuleFolders(folders))
      throw new OptionError('The templates', 'folders', `"folders" must be ${MODULE_FOLDERS}`)
    this.path = pathOf(folder)
    this.#modules = new Map(Object.entries(folders).map(([name, module]) => [name, pathOf(module)]))
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
    const plain = this.nameOf(name)
    for (const { folder, inner } of this.#placesOf(plain)) {
      const text = textIn(join(folder, `${inner}${this.#extension}`))
      if (text !== undefined) return text
    }
    throw this.#missing(name, plain)
  }

  /**
   * Returns the names of all templates. Throws a `ConfigurationError` (`APP_TEMPLATE_FOLDER`) if there is no folder, or
   * if a folder of a package is missing. With folders of packages, the folder of the application may be missing.
   */
  names(): readonly string[] {
    const own = this.#modules.size > 0 && !existsSync(this.path) ? [] : this.#namesIn(this.path, '"folder"')
    const ofModules = [...this.#modules].flatMap(([module, path]) =>
      this.#namesIn(path, `"${module}" in "folders"`).map((name) => `${module}/${name}`),
    )
    return [...new Set([...own, ...ofModules])].sort()
  }

  #namesIn(path: string, option: string): readonly string[] {
    if (!existsSync(path)) {
      throw new ConfigurationError(
        'APP_TEMPLATE_FOLDER',
        `There is no folder ${path} for templates. Make it, or set ${option} of the views`,
      )
    }
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(this.#extension))
      .map((file) => file.slice(0, -this.#extension.length).replaceAll('\\', '/'))
  }

  /** Returns the places of a template, in the order in which they are tried. */
  #placesOf(plain: string): readonly Place[] {
    const [module = '', ...rest] = plain.split('/')
    const own = { folder: this.path, inner: plain }
    const folder = rest.length === 0 ? undefined : this.#modules.get(module)
    return folder === undefined ? [own] : [own, { folder, inner: rest.join('/') }]
  }

  #missing(name: string, plain: string): UsageError {
    const names = this.names()
    const near = nearest(name, names) ?? names.find((known) => posix.basename(known) === posix.basename(name))
    const hint = near === undefined ? `There are ${names.join(', ') || 'none'}.` : `Did you mean "${near}"?`
    const [own, ofModule] = this.#placesOf(plain)
    const there = ofModule && `, and no "${ofModule.inner}${this.#extension}" in ${ofModule.folder}`
    return unknownTemplate(`There is no template "${name}${this.#extension}" in ${own?.folder}${there ?? ''}. ${hint}`)
  }
}

/** A place in which a template may be: a folder, and a path in the folder without the extension. */
interface Place {
  readonly folder: string
  readonly inner: string
}

function pathOf(folder: string | URL): string {
  return folder instanceof URL || folder.startsWith('file:') ? fileURLToPath(folder) : folder
}

/** Returns the text of a file; `undefined` if there is none. */
function textIn(path: string): string | undefined {
  try {
    // This decoder leaves out a byte order mark, and throws for other encodings, such as UTF-16.
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (cause) {
    if (cause instanceof TypeError) throw new TypeError(`${path} is not UTF-8 text. Save it as UTF-8.`, { cause })
    if (MISSES.has((cause as NodeJS.ErrnoException).code)) return undefined
    throw cause
  }
}

/** The system's codes for a path at which there is nothing, also since a file stands in the place of a folder. */
const MISSES: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR'])

function unknownTemplate(message: string): UsageError {
  return new UsageError('APP_TEMPLATE', message)
}

/**
 * Matches one part of a template's name, between slashes: ASCII letters, digits, `_`, `-`, dots and spaces. The first
 * character is neither a dot nor a space.
 */
const NAME = /^[\w-][\w .-]*$/
