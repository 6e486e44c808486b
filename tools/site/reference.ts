import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Application,
  type CommentDisplayPart,
  type DocumentReflection,
  type ProjectReflection,
  ReflectionCategory,
  ReflectionKind,
  TSConfigReader,
} from 'typedoc'
import type { Section } from './contents.ts'
import { destination, SOURCE_LINK } from './repository-links.ts'
import { SiteRouter } from './site-router.ts'

/**
 * The checks of typedoc that are switched off: types may name declarations that a package does not export, and links
 * may lead to files, since `leadLinks` changes these.
 */
const VALIDATION = { notExported: false, invalidPath: false }

const HIGHLIGHTED = ['ts', 'js', 'json', 'jsonc', 'sh', 'html', 'handlebars', 'yaml', 'docker', 'diff', 'http', 'sql']

/** Writes the pages of a site: the reference of every package, the READMEs, and the written pages in their sections. */
export async function writeReference(root: string, site: string, sections: readonly Section[]): Promise<void> {
  const documents = sections.flatMap(({ pages }) => pages.map(({ file }) => join(root, file)))
  const typedoc = await Application.bootstrap(
    {
      name: '@app',
      entryPointStrategy: 'packages',
      entryPoints: [join(root, 'packages/*')],
      readme: join(root, 'README.md'),
      projectDocuments: documents,
      packageOptions: {
        excludePrivate: true,
        excludeInternal: true,
        excludeExternals: true,
        validation: VALIDATION,
        displayBasePath: root,
        // Without git, the links to sources do not depend on the clone in which the site is built.
        disableGit: true,
        sourceLinkTemplate: SOURCE_LINK,
        gitRevision: 'main',
      },
      validation: VALIDATION,
      highlightLanguages: HIGHLIGHTED,
      // A language that is not highlighted is shown as plain text; without this list, typedoc would report it.
      ignoredHighlightLanguages: languagesOf([...documents, ...readmesOf(root)]),
      searchInComments: true,
      searchInDocuments: true,
      navigation: { includeCategories: true, includeGroups: false, includeFolders: false },
      sortEntryPoints: false,
      customCss: join(import.meta.dirname, 'site.css'),
      hideGenerator: true,
      logLevel: 'Warn',
    },
    [new TSConfigReader()],
  )
  typedoc.renderer.defineRouter('site', SiteRouter)
  typedoc.options.setValue('router', 'site')
  const project = await typedoc.convert()
  if (project === undefined) throw new Error('The sources do not compile; the errors are printed above.')
  nameDoors(project)
  arrangePages(root, project, sections)
  leadLinks(root, project)
  await typedoc.generateDocs(project, site)
  if (typedoc.logger.hasErrors() || typedoc.logger.hasWarnings()) {
    throw new Error('Typedoc has found mistakes; its messages are printed above.')
  }
}

/** Names each entry point of a package like the specifier of its import, such as `@app/core/plan`. */
function nameDoors(project: ProjectReflection): void {
  for (const { name, children = [] } of project.children ?? []) {
    for (const door of children.filter((child) => child.kindOf(ReflectionKind.Module))) {
      door.name = door.name === '' ? name : `${name}/${door.name}`
    }
  }
}

/** Gives documents their titles, and puts them into their sections, before the packages. */
function arrangePages(root: string, project: ProjectReflection, sections: readonly Section[]): void {
  const byFile = new Map(project.documents?.map((document) => [project.files.getReflectionPath(document), document]))
  const files = new Map<DocumentReflection, string>()
  const categories = sections.flatMap(({ title, pages }) => {
    const documents = pages.flatMap((page) => {
      const document = byFile.get(join(root, page.file) as never)
      if (document === undefined) return []
      document.name = page.title
      files.set(document, page.file)
      return [document]
    })
    return documents.length === 0 ? [] : [categoryOf(title, documents)]
  })
  SiteRouter.files = files
  project.categories = [...categories, categoryOf('Packages', project.children ?? [])]
}

function categoryOf(title: string, children: ReflectionCategory['children']): ReflectionCategory {
  const category = new ReflectionCategory(title)
  category.children = children
  return category
}

/** Changes links to files that are not pages of the site into links to GitHub. */
function leadLinks(root: string, project: ProjectReflection): void {
  const isPage = (file: string) => {
    const { target } = project.files.registerAbsolute(file as never)
    return typeof project.files.resolve(target, project) === 'object'
  }
  const lead = (file: string, parts: readonly CommentDisplayPart[]) =>
    parts.map((part): CommentDisplayPart => {
      // A link to a picture stays relative, since typedoc copies the picture.
      if (part.kind !== 'relative-link' || /\.(?:png|svg)$/.test(part.text)) return part
      const found = destination(root, file, part.text, isPage)
      if ('url' in found) return { kind: 'text', text: found.url }
      const [, anchor] = part.text.split('#')
      return { ...part, target: project.files.registerAbsolute(found.page as never).target, targetAnchor: anchor }
    })
  for (const page of [project, ...(project.children ?? [])]) {
    const folder = page === project ? root : join(root, page.name.replace('@app', 'packages'))
    if (page.readme) page.readme = lead(join(folder, 'README.md'), withoutTitle(page.readme))
  }
  for (const document of project.documents ?? []) {
    document.content = lead(project.files.getReflectionPath(document) ?? '', document.content)
  }
}

/** Removes the title from the text of a README, since typedoc itself writes a title above the text. */
function withoutTitle([first, ...parts]: readonly CommentDisplayPart[]): CommentDisplayPart[] {
  return first?.kind === 'text' ? [{ ...first, text: first.text.replace(/^# .+\n/, '') }, ...parts] : []
}

function readmesOf(root: string): readonly string[] {
  return globSync(['README.md', 'packages/*/README.md'], { cwd: root }).map((file) => join(root, file))
}

/** The languages of the code blocks of files, without those that typedoc highlights. */
function languagesOf(files: readonly string[]): string[] {
  const blocks = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ *```([\w-]+)/gm)])
  const languages = new Set(blocks.map(([, language = '']) => language))
  return [...languages].filter((language) => !HIGHLIGHTED.includes(language))
}
