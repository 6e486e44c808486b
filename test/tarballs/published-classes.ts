import { join } from 'node:path'
import ts from 'typescript-5'

/** A class as its declaration shows it to users. */
export interface PublishedClass {
  readonly entry: string
  readonly name: string
  /**
   * Of a number, a string, a function and a plain object, the values that the compiler wrongly accepts as an instance
   * of the class.
   */
  readonly taken: readonly string[]
  /**
   * The number of arguments that the declared constructor takes at most; `undefined` if users cannot construct the
   * class.
   */
  readonly mostArguments: number | undefined
}

const STRANGERS = "export const aNumber = 42, aString = '', aFunction = () => 42, anObject = {}"

/** Every class that the given entries export, read from the declarations that are installed in a folder. */
export function publishedClasses(folder: string, entries: readonly string[]): readonly PublishedClass[] {
  const file = join(folder, 'classes.ts')
  const text = entries.map((entry, i) => `import * as entry${i} from '${entry}'; export { entry${i} }\n`).join('')
  ts.sys.writeFile(file, text + STRANGERS)
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
    strict: true,
    noEmit: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file) as ts.SourceFile
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol)
  const strangers = exported.filter(({ name }) => /^an?[A-Z]/.test(name))

  return entries.flatMap((entry, i) => {
    const namespace = exported.find(({ name }) => name === `entry${i}`) as ts.Symbol
    const classes = checker
      .getExportsOfModule(checker.getAliasedSymbol(namespace))
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
      .filter((symbol) => symbol.flags & ts.SymbolFlags.Class)
    return classes.map((symbol) => {
      const instance = checker.getDeclaredTypeOfSymbol(symbol)
      const fits = (other: ts.Symbol) =>
        checker.isTypeAssignableTo(checker.getTypeOfSymbolAtLocation(other, source), instance)
      const made = checker.getTypeOfSymbolAtLocation(symbol, source).getConstructSignatures().filter(isPublic)
      return {
        entry,
        name: symbol.name,
        taken: strangers.filter(fits).map(({ name }) => name),
        mostArguments: made.length === 0 ? undefined : Math.max(...made.map(({ parameters }) => parameters.length)),
      }
    })
  })
}

function isPublic({ declaration }: ts.Signature): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return !declaration || (ts.getCombinedModifierFlags(declaration as ts.Declaration) & hidden) === 0
}
