import { type DefaultTreeAdapterTypes, parse } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

/** Parses a page as browsers do. */
export function parseHtml(html: string): Node {
  return parse(html)
}

/** Returns the elements in a node, in the order of the page. */
export function* elementsIn(node: Node): Generator<Element> {
  for (const child of 'childNodes' in node ? node.childNodes : []) {
    if ('tagName' in child) yield child
    yield* elementsIn(child)
  }
}

/** Returns the value of an attribute; `undefined` without it. */
export function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value
}

export function has(element: Element, name: string): boolean {
  return attributeOf(element, name) !== undefined
}

/** Returns the elements around an element, the innermost first. */
export function* around({ parentNode }: Element): Generator<Element> {
  for (let node = parentNode; node && 'tagName' in node; node = node.parentNode) yield node
}

/** Returns the text of a node as a visitor sees it: without scripts, and with single spaces. */
export function textOf(node: Node): string {
  return rawText(node).replace(/\s+/g, ' ').trim()
}

function rawText(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  if (UNSEEN.has(node.nodeName) || !('childNodes' in node)) return ''
  const inside = node.childNodes.map(rawText).join('')
  return INLINE.has(node.nodeName) ? inside : ` ${inside} `
}

const UNSEEN = new Set(['head', 'noscript', 'script', 'style', 'template'])
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)
