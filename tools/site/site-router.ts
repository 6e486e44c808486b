import { ReflectionKind, type RouterTarget, StructureRouter } from 'typedoc'

/**
 * Gives pages addresses by their files: `docs/routing.html` for docs/routing.md, `packages/core.html` for a package and
 * its README, `packages/core/steps.html` for one of its entry points, `packages/core/main.html` for the main one of
 * several, `packages/core/steps/routeMiddleware.html` for a name.
 */
export class SiteRouter extends StructureRouter {
  /** The path of the source file of a document, relative to the root of the repository. */
  static files: ReadonlyMap<RouterTarget, string> = new Map()

  override getIdealBaseName(target: Parameters<StructureRouter['getIdealBaseName']>[0]): string {
    const file = SiteRouter.files.get(target)
    if (file !== undefined) return file.replace(/\.md$/, '')
    if (!target.kindOf(ReflectionKind.Module)) {
      return target.parent === undefined ? target.name : `${this.getIdealBaseName(target.parent)}/${target.name}`
    }
    const path = target.name.replace('@app/', 'packages/')
    const isMainOfSeveral = target.parent?.kindOf(ReflectionKind.Module) && target.parent.name === target.name
    return isMainOfSeveral ? `${path}/main` : path
  }
}
