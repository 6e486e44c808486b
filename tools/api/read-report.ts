import ts from 'typescript-5'

/** The title of the section with declarations that exported names use, but that are not exported. */
export const NOT_EXPORTED = 'not exported, but used by what is'
/** The beginning of the title of the section with additions to the types of another package. */
export const ADDED = 'added to '

/** The declarations of a report: by the title of the section, which is an entry point, and then by name. */
export function sectionsIn(report: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const blocks = [...report.matchAll(/^## (.+)\n\n```ts\n([\s\S]*?)\n```$/gm)]
  return new Map(blocks.map(([, title = '', code = '']) => [title, declarationsIn(code)]))
}

function declarationsIn(code: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, text: string) => found.set(name, [found.get(name) ?? [], text].flat().join('\n'))
  for (const statement of ts.createSourceFile('report.d.ts', code, ts.ScriptTarget.Latest, true).statements) {
    const text = statement.getFullText().trim()
    if (ts.isVariableStatement(statement)) add(statement.declarationList.declarations[0]?.name.getText() ?? '', text)
    else if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      add(statement.exportClause.elements[0]?.name.text ?? '', text)
    else add((statement as ts.Statement & { name?: ts.Identifier }).name?.text ?? text, text)
  }
  return found
}
