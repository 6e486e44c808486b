import { CommandError } from '../command.ts'

/** A name in the spellings that a file, a variable and a class have. */
export interface Names {
  readonly kebab: string
  readonly camel: string
  readonly pascal: string
}

/** The spellings of a name, ending in `suffix` where that is given. Throws `CommandError` for what no name can be. */
export function namesOf(text: string, suffix = ''): Names {
  if (!/^[A-Za-z][\w-]*$/.test(text)) {
    throw CommandError.wrongUse(`${text} is no name for a file. Write letters, digits and hyphens: audit-trail.`)
  }
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]+/)
    .filter(Boolean)
  if (suffix !== '' && words.at(-1) !== suffix) words.push(suffix)
  if (DEVICE.test(words.join('-'))) {
    throw CommandError.wrongUse(`${text} is the name of a device on Windows, where no file can be called like it.`)
  }
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return { kebab: words.join('-'), camel: pascal.charAt(0).toLowerCase() + pascal.slice(1), pascal }
}

/** Source: Microsoft, Naming Files, Paths, and Namespaces. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/
