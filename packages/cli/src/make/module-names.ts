import { providerName } from '../add/insert-provider.ts'
import { CommandError } from '../command.ts'
import { type Names, namesOf } from './templates.ts'

/**
 * Returns the spellings of a module's name. Throws `CommandError` for a reserved word, and for a name that the written
 * files use for something else.
 */
export function moduleNames(text: string): Names {
  const names = namesOf(text)
  if (providerName(names.kebab, '') === names.camel && !TAKEN.has(names.camel)) return names
  throw CommandError.wrongUse(
    `A module cannot be called ${text}, since this word has another meaning in the code. Choose another name: ${names.kebab}s, our-${names.kebab}.`,
  )
}

/** The names of variables and imports in the files that `app make module` writes. */
const TAKEN = new Set(['answer', 'app', 'assert', 'config', 'core', 'endpoint', 'expect', 'response', 'test', 'z'])
