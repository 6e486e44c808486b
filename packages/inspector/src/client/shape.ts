/** An element of a picture: the page draws it as an element of the DOM, and `app graph` writes it as text. */
export interface Shape {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string | number>>
  readonly inside: readonly (Shape | string)[]
}

/** Describes an element of a picture. Attributes and content that are `false` or `undefined` are left out. */
export function shape(
  tag: string,
  attributes: Shape['attributes'] = {},
  ...inside: readonly (Shape | string | false | undefined)[]
): Shape {
  return { tag, attributes, inside: inside.filter((part) => part !== undefined && part !== false) }
}
