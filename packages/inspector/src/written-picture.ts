import type { Shape } from './client/shape.ts'
import { colours, PICTURE_STYLE } from './picture-style.ts'

/**
 * Writes a picture as the text of an SVG file, with dark colours for readers who prefer them. `label` describes the
 * picture in words.
 */
export function writtenPicture({ attributes, inside }: Shape, label: string): string {
  const width = Math.ceil(Math.max(...inside.map(rightEnd))) + PADDING
  const height = Number(attributes.height) + ABOVE
  const own = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 ${-ABOVE} ${width} ${height}` }
  const style = { tag: 'style', attributes: {}, inside: [STYLE] }
  const back = { tag: 'rect', attributes: { class: 'back', y: -ABOVE, width: '100%', height: '100%' }, inside: [] }
  const root = { class: `picture ${attributes.class}`, role: 'img', 'aria-label': label }
  return `${written({ tag: 'svg', attributes: { ...own, ...root }, inside: [style, back, ...inside] })}\n`
}

const PADDING = 16
const ABOVE = 8

/**
 * The style sets its variables for the picture alone, so that they change nothing else in a page that contains the
 * picture.
 */
const STYLE =
  `.picture{${colours((light) => light)};font-family:system-ui,sans-serif}` +
  `@media(prefers-color-scheme:dark){.picture{${colours((_light, dark) => dark)}}}` +
  `.picture .back{fill:var(--back);stroke:none}\n${PICTURE_STYLE}`

/**
 * Returns the x coordinate of the right end of a shape. Fonts differ, so the width of a string is only estimated, and
 * rather too large than too small.
 */
function rightEnd(part: Shape | string): number {
  if (typeof part === 'string') return 0
  const { tag, attributes, inside } = part
  const { x, width = 0, class: name } = attributes
  if (tag === 'text') return Number(x) + columnsOf(textOf(inside)) * (name === 'below' ? 7.5 : 9.5)
  return Math.max(x === undefined ? 0 : Number(x) + Number(width), ...inside.map(rightEnd))
}

/**
 * Returns the width of a string in columns, each as wide as a Latin letter. Characters from U+1100 on, such as Chinese
 * ones, are about twice as wide as Latin ones.
 */
function columnsOf(text: string): number {
  return text.length + (text.match(/[\u1100-\uffff]/g)?.length ?? 0)
}

function textOf(inside: Shape['inside']): string {
  return inside.map((part) => (typeof part === 'string' ? part : textOf(part.inside))).join('')
}

function written({ tag, attributes, inside }: Shape): string {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value).trim())}"`)
  const content = inside.map((part) => (typeof part === 'string' ? escaped(part) : written(part)))
  const between = LINES.has(tag) ? '\n' : ''
  if (content.length === 0) return `<${tag}${given.join('')}/>`
  return `<${tag}${given.join('')}>${between}${content.join(between)}${between}</${tag}>`
}

/**
 * The elements whose parts are each written on a line of their own, so that a small change of the application is a
 * small change of a committed picture.
 */
const LINES = new Set(['svg', 'g'])

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
