import { parse } from 'yaml'

/** A step of a job or of an action. */
export interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}

/** A job, or a call of another workflow by `uses`. */
export interface Job {
  readonly name?: string
  readonly if?: string
  readonly 'runs-on'?: string
  readonly 'timeout-minutes'?: number
  readonly environment?: string | { readonly name: string; readonly url?: string }
  readonly permissions?: Readonly<Record<string, string>>
  readonly needs?: string | readonly string[]
  readonly uses?: string
  readonly steps?: readonly Step[]
}

/** A workflow, or an action of this repository as a workflow of one job. */
export interface Workflow {
  readonly path: string
  readonly text: string
  readonly isAction: boolean
  readonly name?: string
  readonly on?: unknown
  readonly permissions?: unknown
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress'?: unknown }
  readonly jobs: Readonly<Record<string, Job>>
}

/** Reads the YAML of a workflow or of an action. */
export function readWorkflow(path: string, text: string): Workflow {
  const content = parse(text) as Omit<Workflow, 'path' | 'text' | 'isAction'> & { readonly runs?: Job }
  const isAction = content.runs !== undefined
  return { ...content, path, text, isAction, jobs: content.runs ? { action: content.runs } : content.jobs }
}
