import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../../../tools/run.ts'
import { PRODUCT } from '../noticeboard/noticeboard.ts'
import { type Chapter, holds, ROOT, whatStands } from './chapters.ts'

/** The files of the noticeboard, the product of the tutorial, that git tracks or would add. */
export const PRODUCT_FILES: readonly string[] = run(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '.'],
  { cwd: PRODUCT },
)
  .stdout.split('\0')
  .filter(Boolean)

/**
 * Writes the product of the tutorial, the noticeboard, into a folder inside of the workspace, as it is after the given
 * chapters.
 */
export function writeStage(folder: string, chapters: readonly Chapter[]): void {
  const { packages, files } = whatStands(chapters)
  for (const file of PRODUCT_FILES) {
    if (!holds(files, file) || file.startsWith('packages/')) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(PRODUCT, file), join(folder, file))
  }
  writeFileSync(join(folder, 'config/config.ts'), configOf(packages, files))
  writeFileSync(join(folder, 'config/types.d.ts'), 'export {}\n')
  writeFileSync(join(folder, 'tsconfig.json'), tsconfig())
  symlinkSync(join(PRODUCT, 'node_modules'), join(folder, 'node_modules'))
}

/**
 * The text of config/config.ts with the providers of some packages and features only, in the order of the finished
 * noticeboard.
 */
function configOf(packages: readonly string[], files: readonly string[]): string {
  const lines = readFileSync(join(PRODUCT, 'config/config.ts'), 'utf8').split('\n')
  const absent = lines.flatMap((line) => {
    const [, name, from = ''] = /^import \{ configProvider as (\w+) \} from '(.+)'$/.exec(line) ?? []
    if (name === undefined) return []
    const isThere = from.startsWith('@') ? packages.includes(from) : holds(files, from.replace('../', ''))
    return isThere ? [] : [name]
  })
  const isAbsent = (line: string) =>
    absent.some((name) => line === `  ${name},` || line.startsWith(`import { configProvider as ${name} }`))
  return lines.filter((line) => !isAbsent(line)).join('\n')
}

/**
 * The text of a tsconfig for another folder, with the compiler options of the examples and the project references of
 * the product.
 */
function tsconfig(): string {
  const { references } = JSON.parse(readFileSync(join(PRODUCT, 'tsconfig.json'), 'utf8')) as {
    readonly references: readonly { readonly path: string }[]
  }
  return JSON.stringify({
    extends: join(ROOT, 'examples/tsconfig.json'),
    compilerOptions: { rootDir: ROOT },
    references: references.map(({ path }) => ({ path: join(PRODUCT, path) })),
  })
}
