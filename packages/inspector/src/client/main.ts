import { configuration } from './configuration.ts'
import { el, nothing, show } from './dom.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { listen } from './live.ts'
import { pipeline } from './pipeline.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
import { services } from './services.ts'

/**
 * Fills the page with one part of the inspector, such as the routes. `argument` is the text after the part's name in
 * the address; the signal aborts when the reader leaves the part.
 */
export type View = (main: HTMLElement, argument: string, left: AbortSignal) => void | Promise<void>

const VIEWS: Readonly<Record<string, View>> = {
  ...{ requests, pipeline, routes, services, configuration, errors },
  ...(document.body.dataset.jobs === 'true' && { jobs }),
}

const main = document.querySelector('main') as HTMLElement
const nav = document.querySelector('nav') as HTMLElement
const links = Object.keys(VIEWS).map((name) =>
  el(
    'a',
    { href: `#${name}` },
    name.replace(/^./, (first) => first.toUpperCase()),
  ),
)
let leaving = new AbortController()

async function open(): Promise<void> {
  const [name = '', ...rest] = location.hash.slice(1).split('/')
  const view = Object.hasOwn(VIEWS, name) ? name : 'requests'
  leaving.abort()
  leaving = new AbortController()
  const { signal } = leaving
  for (const link of links) {
    if (link.getAttribute('href') === `#${view}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  try {
    if (main.dataset.view !== view) show(main, nothing('Loading'))
    main.dataset.view = view
    await VIEWS[view]?.(main, decodeURIComponent(rest.join('/')), signal)
  } catch (error) {
    if (!signal.aborted) show(main, nothing(`This part cannot be shown: ${(error as Error).message}`))
  }
}

nav.append(...links)
addEventListener('hashchange', () => void open())
// The number keys choose a part in the order of the tabs. Keys that are pressed in a field are ignored.
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  links[Number(event.key) - 1]?.click()
})
listen(document.querySelector('#state') as HTMLElement)
void open()
