import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { merged, type Shape } from './shape.test.helper.ts'

/**
 * Returns the shape of a page, parsed with scripts switched off, so that the parser reads the text of `noscript` as
 * HTML.
 */
export function shapeOf(html: string): Shape {
  return merged(itemsOf(parse(html.toWellFormed(), { scriptingEnabled: false })))
}

function itemsOf(parent: Tree.ParentNode): Shape {
  return parent.childNodes.flatMap((node): Shape => {
    if (node.nodeName === '#text') return [{ text: (node as Tree.TextNode).value }]
    if (node.nodeName === '#comment') return [{ comment: (node as Tree.CommentNode).data }]
    if (!('attrs' in node)) return []
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    const inside = 'content' in node ? itemsOf(node.content) : itemsOf(node)
    return [{ open: node.tagName, attributes }, ...inside, { close: node.tagName }]
  })
}
