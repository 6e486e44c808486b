import { HTML_SOURCE } from '@app/core/extending'
import type { TemplateRenderer } from '../renderer/template-renderer.ts'

/**
 * A template engine violates the rules of `TemplateRenderer`.
 */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'

  constructor(expected: string, got: string) {
    super(`\n  expected: ${expected}\n  got:      ${got}`)
  }
}

/** Checks that a template renders to the given HTML, apart from white space between elements. */
export async function shows(renderer: TemplateRenderer, name: string, data: Data, expected: string): Promise<void> {
  const html = await htmlOf(renderer, name, data)
  if (html.replace(/\s+(?=<)|(?<=>)\s+|^\s+|\s+$/g, '') !== expected) throw new ConformanceError(expected, html)
}

/** Checks that the HTML to which a template renders contains each of the given strings. */
export async function contains(
  renderer: TemplateRenderer,
  name: string,
  data: Data,
  parts: readonly string[],
): Promise<string> {
  const html = await htmlOf(renderer, name, data)
  for (const part of parts) if (!html.includes(part)) throw new ConformanceError(`something with ${part}`, html)
  return html
}

/** Checks that rendering a template fails with an error whose message contains each of the given words. */
export async function refuses(renderer: TemplateRenderer, name: string, words: readonly string[]): Promise<void> {
  const outcome = await htmlOf(renderer, name, { name: 'x' }).then(
    (html) => ({ html }),
    (error: unknown) => ({ message: String(error) }),
  )
  if ('html' in outcome) throw new ConformanceError(`an error for ${JSON.stringify(name)}`, outcome.html)
  for (const word of words) {
    if (!outcome.message.includes(word))
      throw new ConformanceError(`an error whose message has ${word}`, outcome.message)
  }
}

type Data = Readonly<Record<string, unknown>> | undefined

async function htmlOf(renderer: TemplateRenderer, name: string, data: Data): Promise<string> {
  const rendered = await renderer.render(name, data)
  const source = typeof rendered === 'string' ? rendered : rendered[HTML_SOURCE]()
  if (typeof source === 'string') return source
  let html = ''
  for await (const part of source) html += part
  return html
}
