import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT: string = join(import.meta.dirname, '../../..')
export const TUTORIAL: string = join(ROOT, 'docs/tutorial')

/**
 * A chapter of the tutorial with the packages and files that it adds to the product, as the table of
 * docs/tutorial/README.md lists them.
 */
export interface Chapter {
  readonly number: number
  readonly title: string
  /** The page, in docs/tutorial. */
  readonly page: string
  /** The packages whose providers the chapter adds to config/config.ts. */
  readonly packages: readonly string[]
  /** The files and folders of examples/noticeboard that the chapter adds; a folder ends with a slash. */
  readonly files: readonly string[]
}

const ROW = /^\| \[(\d)\. ([^\]]+)\]\(([^)]+)\) +\| [^|]+\| ([^|]*)\| ([^|]+)\|$/gm

export const CHAPTERS: readonly Chapter[] = [...readFileSync(join(TUTORIAL, 'README.md'), 'utf8').matchAll(ROW)].map(
  ([, number, title = '', page = '', packages = '', files = '']) => ({
    number: Number(number),
    title,
    page,
    packages: codesOf(packages),
    files: codesOf(files),
  }),
)

/** All packages and files that a list of chapters adds. */
export function whatStands(chapters: readonly Chapter[]): Pick<Chapter, 'packages' | 'files'> {
  return { packages: chapters.flatMap(({ packages }) => packages), files: chapters.flatMap(({ files }) => files) }
}

/** True if a list of files and folders names a file, or a folder around it. */
export function holds(list: readonly string[], file: string): boolean {
  return list.some((entry) => (entry.endsWith('/') ? file.startsWith(entry) : file === entry))
}

function codesOf(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
