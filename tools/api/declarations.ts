import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { newFolder } from '../new-folder.ts'
import { run } from '../run.ts'

/** Matches a path in the `dist/` folder of a package, as the compiler requests it. */
const BUILT = /[\\/]packages[\\/]([^\\/]+)[\\/]dist[\\/](.+\.d\.ts)$/

/**
 * Calls `use` with a host of the compiler that takes the declarations of each package from its current sources, not
 * from built files. Returns the result of `use`.
 */
export function withDeclarations<T>(
  root: string,
  modules: ReadonlyMap<string, string>,
  options: ts.CompilerOptions,
  use: (host: ts.CompilerHost) => T,
): T {
  const folder = newFolder('declarations')
  try {
    declare(root, modules, folder)
    return use(hostOf(folder, options))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The source of a published module, by the path of its declarations. */
export function sourceOfDeclarations(file: string): string {
  return file.replace(/([\\/])dist([\\/].+)\.d\.ts$/, '$1src$2.ts')
}

/**
 * Writes declarations into a folder, with the compiler of the build: those of the given modules, and of everything that
 * these import, from their sources.
 */
function declare(root: string, modules: ReadonlyMap<string, string>, folder: string): void {
  const sources = [...modules].map(([specifier, file]) => [specifier, sourceOfDeclarations(file)] as const)
  const compilerOptions = {
    ...{ composite: false, incremental: false, emitDeclarationOnly: true, declarationMap: false },
    // Errors in a source are ignored here, since `pnpm types` reports them.
    ...{ noCheck: true, rootDir: join(root, 'packages'), outDir: folder, types: [] },
    // Only our own modules have paths here, since packages in node_modules have declarations already.
    paths: Object.fromEntries(sources.map(([specifier, source]) => [specifier, [source]])),
  }
  const config = join(folder, 'tsconfig.json')
  const files = sources.map(([, source]) => source)
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }))
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], { cwd: root })
}

function hostOf(folder: string, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const placeOf = (file: string) => {
    const [, owner, path] = BUILT.exec(file) ?? []
    return owner === undefined || path === undefined ? file : join(folder, owner, 'src', path)
  }
  return {
    ...host,
    readFile: (file) => host.readFile(placeOf(file)),
    fileExists: (file) => existsSync(placeOf(file)),
    // The compiler looks for files only in folders that exist, and the `dist` folders need not have been built.
    directoryExists: () => true,
    getSourceFile: (file, settings) => {
      const text = host.readFile(placeOf(file))
      return text === undefined ? undefined : ts.createSourceFile(file, text, settings)
    },
  }
}
