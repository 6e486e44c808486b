/** What a package's provider is called in the list: `@acme/audit-log` gives `auditLog`, unless that name is taken. */
export function providerName(packageName: string, code: string): string {
  const words = packageName
    .replace(/^@[^/]+\//, '')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  const base = /^[a-z]/.test(camel) && !RESERVED.has(camel) ? camel : `provider${pascal}`
  const isTaken = (name: string) => new RegExp(`\\b${name}\\b`).test(withoutText(code))
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : number === 2 ? `${base}Provider` : `${base}Provider${number}`
    if (!isTaken(name)) return name
  }
}

/** A name in quotes or in a comment takes nothing. */
function withoutText(code: string): string {
  return code.replace(/'[^'\n]*'|"[^"\n]*"|\/\/.*|\/\*[\s\S]*?\*\//g, '')
}

const RESERVED = new Set(
  (
    'arguments async await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)
