import ts from 'typescript-5'

/** The types that a function, method or constructor takes and returns, without the names of its parameters. */
export class Signature {
  /** The signature in one line; parameters have only their types. */
  readonly text: string
  readonly #types: readonly TypeParameter[]
  readonly #parameters: readonly Parameter[]
  readonly #rest: string

  constructor(node: ts.SignatureDeclaration) {
    const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []).map((one) => one.getText()) : []
    const name = node.name?.getText() ?? ts.SyntaxKind[node.kind]
    this.#types = (node.typeParameters ?? []).map((one) => ({
      text: oneLine(one),
      isOptional: one.default !== undefined,
    }))
    this.#parameters = node.parameters.map((one) => ({
      types: alternativesOf(one.type),
      isOptional: one.questionToken !== undefined || one.dotDotDotToken !== undefined,
      isRest: one.dotDotDotToken !== undefined,
    }))
    this.#rest = [...modifiers, name, node.type ? oneLine(node.type) : ''].join(' ')
    const types = this.#types.length ? `<${this.#types.map(({ text }) => text).join(', ')}>` : ''
    this.text = `${[...modifiers, name].join(' ')}${types}(${this.#parameters.map(show).join(', ')}): ${node.type ? oneLine(node.type) : ''}`
  }

  /** Whether this signature accepts every call that `other` accepts, and returns the same type. */
  takes(other: Signature): boolean {
    return (
      this.#rest === other.#rest &&
      other.#types.every(({ text }, i) => this.#types[i]?.text === text) &&
      this.#types.slice(other.#types.length).every(({ isOptional }) => isOptional) &&
      other.#parameters.every((parameter, i) => isWider(this.#parameters[i], parameter)) &&
      this.#parameters.slice(other.#parameters.length).every(({ isOptional }) => isOptional)
    )
  }
}

interface TypeParameter {
  readonly text: string
  readonly isOptional: boolean
}

interface Parameter {
  readonly types: readonly string[]
  readonly isOptional: boolean
  readonly isRest: boolean
}

function isWider(wider: Parameter | undefined, parameter: Parameter): boolean {
  return (
    wider !== undefined &&
    wider.isRest === parameter.isRest &&
    (wider.isOptional || !parameter.isOptional) &&
    parameter.types.every((type) => wider.types.includes(type))
  )
}

function show({ types, isOptional, isRest }: Parameter): string {
  const type = types.join(' | ')
  return isRest ? `...${type}` : `${type}${isOptional ? '?' : ''}`
}

/** The members of a union, or the type itself. */
function alternativesOf(type: ts.TypeNode | undefined): readonly string[] {
  if (type === undefined) return ['any']
  return ts.isUnionTypeNode(type) ? type.types.map(oneLine) : [oneLine(type)]
}

function oneLine(node: ts.Node): string {
  return node.getText().replace(/\s+/g, ' ').trim()
}
