import type { EngineOptions, TemplateRenderer } from '@app/view'
import { TemplateFolder } from '@app/view/engine'
import Handlebars from 'handlebars'
import { FORM_HELPERS } from './form-helpers.ts'

/** Options of `HandlebarsRenderer`. */
export interface HandlebarsOptions extends EngineOptions {
  /** Helpers by their names, in addition to Handlebars' own, `url`, `field`, `rows` and `formProblems`. */
  readonly helpers?: Helpers | undefined
}

/**
 * Renders templates of Handlebars: files `*.hbs`, which include one another as partials by their names.
 *
 * The helper `url` calls `app.url`: `{{url "note.show" id=note.id}}`. The helpers `field`, `rows` and `formProblems`
 * render forms: `{{field form "title" label="Title"}}`.
 *
 * @example
 * app.pipe(view({ renderer: new HandlebarsRenderer({ folder: 'templates' }) }))
 */
export class HandlebarsRenderer implements TemplateRenderer {
  readonly #folder: TemplateFolder
  readonly #helpers: Helpers
  #templates: Templates | undefined

  constructor({ helpers, ...options }: HandlebarsOptions) {
    this.#folder = new TemplateFolder(options, '.hbs')
    this.#helpers = { url, ...FORM_HELPERS, ...helpers }
  }

  render(name: string, data: Readonly<Record<string, unknown>> = {}): string {
    const whole = this.#folder.nameOf(name)
    if (this.#templates === undefined || this.#folder.reload) this.#templates = this.#read()
    const templates = this.#templates
    const template = Object.hasOwn(templates, whole) ? templates[whole] : undefined
    // A template that was missing when the folder was read is looked for again: somebody may have added it in the
    // meantime.
    const found = template ?? Handlebars.compile(this.#folder.read(whole))
    return found(data, { partials: templates, helpers: this.#helpers })
  }

  /** Reads all templates. Each template is compiled when it is first rendered. */
  #read(): Templates {
    return Object.fromEntries(this.#folder.names().map((name) => [name, Handlebars.compile(this.#folder.read(name))]))
  }
}

type Helpers = Record<string, Handlebars.HelperDelegate>
type Templates = Record<string, Handlebars.TemplateDelegate>

function url(route: string, { data, hash }: Handlebars.HelperOptions): string {
  const make = data?.root?.app?.url
  if (typeof make === 'function') return make(route, hash)
  throw new TypeError('{{url}} needs app.url: answer with render(request, name, data), after view()')
}
