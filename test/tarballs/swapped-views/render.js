import { EtaRenderer } from '@app/view-eta'
import { HandlebarsRenderer } from '@app/view-handlebars'

/** Prints the page that each template engine makes from the same data, on any runtime. */
const folder = new URL('./templates/', import.meta.url)
const data = { title: '<Tea>', id: 7, app: { url: (_route, { id }) => `/notes/${id}` } }
const shown = [EtaRenderer, HandlebarsRenderer].map((Renderer) =>
  new Renderer({ folder }).render('notes/show', data).replace(/\s+(?=<)|(?<=>)\s+/g, ''),
)
console.log(JSON.stringify(shown))
