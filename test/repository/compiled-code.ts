import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sectionsIn } from '../../tools/api/read-report.ts'
import { sourcePackages } from '../../tools/imports.ts'
import { runCommand } from '../programs/run-program.ts'

const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const packages = sourcePackages(ROOT)

/** The sources of each public module, by the name under which it is imported. */
const doors = packages.flatMap(({ name, folder, manifest }) =>
  Object.entries(manifest.exports ?? {}).flatMap(([entry, file]) =>
    typeof file === 'string' ? [[join(name, entry), join(folder, file)] as const] : [],
  ),
)

/** The names that each package exports, each with the entry point that exports it. */
export const EXPORTED: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  packages.map(({ name, folder }) => {
    const sections = [...sectionsIn(readFileSync(join(folder, 'api.md'), 'utf8'))].filter(([title]) =>
      title.startsWith(name),
    )
    return [name, new Map(sections.flatMap(([title, names]) => [...names.keys()].map((one) => [one, title] as const)))]
  }),
)

/** A message of the compiler about a file. */
export interface Mistake {
  readonly file: string
  readonly code: string
  readonly message: string
}

/**
 * A folder in which code is compiled as a reader would compile it. It is inside of the workspace, where imports of
 * other packages are found.
 */
export class CodeFolder {
  readonly path: string

  constructor(name: string) {
    mkdirSync(join(ROOT, 'test/dist'), { recursive: true })
    this.path = mkdtempSync(join(ROOT, `test/dist/${name}-`))
  }

  /** Writes files into the folder, and returns the messages of the compiler for all files that are there. */
  async mistakes(files: Readonly<Record<string, string>>): Promise<readonly Mistake[]> {
    for (const [file, code] of Object.entries(files)) writeFileSync(join(this.path, file), code)
    const compilerOptions = {
      ...{ module: 'nodenext', target: 'es2024', lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'] },
      // Code on a page may call the reader's own functions, so that parameters may have no known type.
      ...{ strict: true, noImplicitAny: false, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
      paths: Object.fromEntries(doors.map(([specifier, source]) => [specifier, [source]])),
    }
    writeFileSync(join(this.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = await runCommand(process.execPath, [TSC, '-p', this.path, '--pretty', 'false'], {
      cwd: this.path,
    })
    return [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error TS(\d+): (.*)$/gm)].map(
      ([, file = '', code = '', message = '']) => ({ file, code, message }),
    )
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** The names that a file uses without a declaration or an import. */
export function missingNames(mistakes: readonly Mistake[], file: string): readonly string[] {
  return mistakes.flatMap((one) => {
    if (one.file !== file || !['2304', '2552', '2693', '18004'].includes(one.code)) return []
    return /^(?:.*(?:name|property) )?'(\w+)'/.exec(one.message)?.[1] ?? []
  })
}

/**
 * Writes a declaration for a name that no package exports: code on pages uses such a name for the reader's own code.
 * The type is `any`, and for the name `app` it is `Application`.
 */
export function declarationOf(name: string): string {
  if (name === 'app') return "declare const app: import('@app/core').Application"
  return `declare const ${name}: any; type ${name} = any`
}

/**
 * Checks whether a message is about the reader's own code: a module that only the reader has, or a value of unknown
 * type from such a module.
 */
export function isOfReader({ code, message }: Mistake): boolean {
  return (code === '2307' && !message.includes("'@app/")) || ['2571', '18046'].includes(code)
}
