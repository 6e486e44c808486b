import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

type Element = DefaultTreeAdapterTypes.Element

/** Reads the elements of a picture, in their order. */
export function elementsOf(svg: string): Element[] {
  const inside = (node: DefaultTreeAdapterTypes.ParentNode): Element[] =>
    node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...inside(child)] : []))
  return inside(parseFragment(svg))
}

function textOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

export const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value

/** Reads the names in a picture of the pipeline, with the prefixes before them. */
export function positionsIn(svg: string): string[] {
  const texts = elementsOf(svg).filter((element) => element.tagName === 'text')
  return texts.filter((element) => attribute(element, 'class') !== 'below').map(textOf)
}

/** Reads the names of the boxes in a picture of the services. */
export function boxesIn(svg: string): string[] {
  return elementsOf(svg)
    .filter(({ tagName }) => tagName === 'title')
    .map(textOf)
}
