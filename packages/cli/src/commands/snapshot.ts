import type { MiddlewareDescription } from '@app/core'
import { describeApplication } from '../application/describe-application.ts'
import type { LoadedApplication } from '../application/load-application.ts'
import { CommandError, type CommonOptions, type Problem } from '../command.ts'
import { configurationOf, keyText } from '../configuration/config-parts.ts'
import { originNames } from '../configuration/provider-list.ts'
import { type ShownPart, showParts } from '../configuration/shown-part.ts'
import type { Terminal } from '../output/terminal.ts'
import { findProblems } from './check.ts'

/** What `app add` compares: the results of `app pipeline`, `app config explain --show-values` and `app check`. */
export interface Seen {
  readonly pipeline: readonly MiddlewareDescription[]
  readonly config: readonly (ShownPart & { readonly key: string })[]
  readonly problems: readonly Problem[]
}

/** Prints what `app add` compares as JSON, so that one process, which loads the application once, finds all of it. */
export async function snapshot(terminal: Terminal, { app }: CommonOptions): Promise<void> {
  let seen: Omit<Seen, 'problems'> | undefined
  const { problems } = await findProblems(app, async (loaded) => {
    seen = { pipeline: describeApplication(loaded).items, config: await partsOf(loaded) }
  })
  if (seen === undefined) throw CommandError.problem(problems.map(({ message }) => message).join('\n'))
  terminal.printJson({ ...seen, problems } satisfies Seen)
}

async function partsOf(loaded: LoadedApplication): Promise<Seen['config']> {
  const parts = showParts(await configurationOf(loaded), [], 'values', originNames(loaded.root))
  return parts.map((part) => ({ key: keyText(part.path), ...part }))
}
