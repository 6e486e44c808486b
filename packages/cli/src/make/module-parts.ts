import type { ProjectStyle } from './project-style.ts'
import type { Names } from './templates.ts'

/** What the texts of a module are made of. */
export interface ModuleParts {
  readonly names: Names
  readonly handler: Names
  readonly project: ProjectStyle
  readonly hasEndpoint: boolean
}
