import type { Command, Option } from 'commander'
import { packageRoot } from '../application/packages.ts'
import { KINDS } from '../commands/make.ts'
import { type KnownNames, knownNames } from './known-names.ts'
import { SHELLS } from './scripts.ts'

/** A word that can complete the command line at the cursor, with its meaning. */
export interface Candidate {
  readonly word: string
  readonly meaning: string
}

/** Returns the words that may complete a command line. The last of `words` is the unfinished word at the cursor. */
export function complete(program: Command, words: readonly string[]): readonly Candidate[] {
  const current = words.at(-1) ?? ''
  const [name, ...before] = words.slice(0, -1)
  const command = program.commands.find((one) => one.name() === name)
  const all = name === undefined ? commandsOf(program) : command === undefined ? [] : wordsOf(command, before, current)
  return all.filter(({ word }) => word.startsWith(current))
}

function commandsOf(program: Command): readonly Candidate[] {
  const { commands } = program
  const shown = commands.filter((one) => !one.name().startsWith('__'))
  return [
    ...shown.map((one) => ({ word: one.name(), meaning: one.description() })),
    { word: 'help', meaning: 'print the commands' },
  ]
}

function wordsOf(command: Command, before: readonly string[], current: string): readonly Candidate[] {
  const option = command.options.find((one) => isCalled(one, before.at(-1)))
  if (option?.required) return valuesOf(option)
  if (current.startsWith('-')) {
    const given = command.options.filter((one) => !before.some((word) => isCalled(one, word)))
    return [
      ...given.map((one) => ({ word: one.long ?? one.flags, meaning: one.description })),
      { word: '--help', meaning: 'print the help of this command' },
    ]
  }
  const values = command.options.filter(({ required }) => required)
  const isValue = (at: number) => values.some((one) => isCalled(one, before[at - 1]))
  const operands = before.filter((word, at) => !word.startsWith('-') && !isValue(at))
  return OPERANDS[command.name()]?.(operands, () => knownNames(packageRoot(process.cwd()))) ?? []
}

function isCalled({ long, short }: Option, word: string | undefined): boolean {
  return word !== undefined && (word === long || word === short)
}

/**
 * Returns the values of an option that allows only some values. For other options returns none, so that the shell
 * completes names of files.
 */
function valuesOf(option: Option): readonly Candidate[] {
  if (option.long === '--method') return METHODS.map((word) => ({ word, meaning: '' }))
  return option.argChoices?.map((word) => ({ word, meaning: '' })) ?? []
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']

/**
 * Returns the words that may be the next argument of a command; `before` has the arguments that are written already.
 */
type Operands = (before: readonly string[], names: () => KnownNames) => readonly Candidate[]

const OPERANDS: Readonly<Record<string, Operands>> = {
  explain: (before) => (before.length === 0 ? METHODS.map((word) => ({ word, meaning: '' })) : []),
  make: (before) => (before.length === 0 ? KINDS.map((word) => ({ word, meaning: '' })) : []),
  completion: (before) => (before.length === 0 ? SHELLS.map((word) => ({ word, meaning: '' })) : []),
  config: (before, names) => {
    const [first] = before
    if (before.length > 1 || (first !== undefined && first !== 'explain')) return []
    const explain = first === undefined ? [{ word: 'explain', meaning: 'every source of a key' }] : []
    return [...explain, ...SECTIONS, ...names().keys].map((one) => {
      return typeof one === 'string' ? { word: one, meaning: '' } : one
    })
  },
  url: ([name, ...values], names) => {
    const { routes } = names()
    if (name === undefined)
      return [...routes.keys()].map((word) => ({ word, meaning: routes.get(word)?.join(' ') ?? '' }))
    const params = (routes.get(name) ?? []).filter((param) => !values.some((value) => value.startsWith(`${param}=`)))
    return params.map((param) => ({ word: `${param}=`, meaning: '' }))
  },
}

/**
 * The sections of the configuration that the core reads. They have to be listed here, since `config/types.d.ts` leaves
 * them out.
 */
const SECTIONS = ['dependencies', 'middleware_pipeline', 'routes']
