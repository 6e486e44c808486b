import { providerName } from '../add/insert-provider.ts'
import { CommandError } from '../command.ts'
import { type Names, namesOf } from './templates.ts'

/** The spellings of a module's name. Throws `CommandError` for a word of the language, and for a name of the files themselves. */
export function moduleNames(text: string): Names {
  const names = namesOf(text)
  if (providerName(names.kebab, '') === names.camel && !TAKEN.has(names.camel)) return names
  throw CommandError.wrongUse(
    `A module cannot be called ${text}, since code has another meaning for that. Choose another name: ${names.kebab}s, our-${names.kebab}.`,
  )
}

/** Names that the files of a module give to something else. */
const TAKEN = new Set(['answer', 'app', 'assert', 'config', 'core', 'endpoint', 'expect', 'response', 'test', 'z'])
