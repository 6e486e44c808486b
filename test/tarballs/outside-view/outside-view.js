import { markup } from '@app/view'
import { TemplateFolder } from '@app/view/engine'

/** A template engine of another author: a template is the text of a template literal, whose values `markup` escapes. */
export class OutsideRenderer {
  #compiled = new Map()
  #folder

  constructor(options) {
    this.#folder = new TemplateFolder(options, '.tpl')
  }

  render(name, it = {}) {
    return this.#templateOf(this.#folder.nameOf(name))(
      it,
      markup,
      (part) => this.render(part, it),
      (layout, body) => this.render(layout, { ...it, body }),
    )
  }

  #templateOf(name) {
    const known = this.#compiled.get(name)
    if (known !== undefined && !this.#folder.reload) return known
    const text = this.#folder.read(name).trim()
    const made = new Function('it', 'html', 'include', 'within', `return html\`${text}\``)
    this.#compiled.set(name, made)
    return made
  }
}
