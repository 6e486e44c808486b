/**
 * The names of the constants in the module that is generated from an OpenAPI document. No two constants get the same
 * name.
 */
export class Names {
  readonly #taken: Set<string> = new Set(RESERVED)

  /**
   * Returns the wanted name, or a similar one if the wanted name is taken or is not a valid name in TypeScript.
   * Reserves the returned name, so that no later call returns it.
   */
  claim(wanted: string, first: 'upper' | 'lower'): string {
    const words = wanted
      .normalize('NFKD')
      .split(/[^A-Za-z0-9]+/)
      .filter(Boolean)
    const joined = words.map((word, index) => (index === 0 ? word : upper(word))).join('') || 'unnamed'
    const cased = first === 'upper' ? upper(joined) : joined.charAt(0).toLowerCase() + joined.slice(1)
    const name = /^\d/.test(cased) ? `_${cased}` : cased
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}${count}`
      if (this.#taken.has(candidate)) continue
      this.#taken.add(candidate)
      return candidate
    }
  }
}

function upper(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The functions of `@app/endpoint` that the module may import. */
export const HELPERS = [
  'endpoint',
  'eventContent',
  'formContent',
  'jsonContent',
  'multipartContent',
  'problemContent',
  'bytesContent',
  'textContent',
] as const

/** Words of the language that cannot name a constant, the names that the module imports, and names of globals. */
const RESERVED = [
  ...[
    'break',
    'case',
    'catch',
    'class',
    'const',
    'continue',
    'debugger',
    'default',
    'delete',
    'do',
    'else',
    'enum',
    'export',
  ],
  ...[
    'extends',
    'false',
    'finally',
    'for',
    'function',
    'if',
    'import',
    'in',
    'instanceof',
    'new',
    'null',
    'return',
    'super',
  ],
  ...[
    'switch',
    'this',
    'throw',
    'true',
    'try',
    'typeof',
    'var',
    'void',
    'while',
    'with',
    'let',
    'static',
    'yield',
    'await',
  ],
  ...['implements', 'interface', 'package', 'private', 'protected', 'public', 'arguments', 'eval', 'undefined', 'z'],
  ...HELPERS,
  ...['Date', 'Map', 'Object', 'RegExp', 'Set', 'Symbol', 'Error', 'JSON'],
]
