import {
  matched,
  type ParamReader,
  type Params,
  paramReader,
  type Route,
  RouteError,
  type RouteResult,
  type Segment,
} from '@app/router'
import findMyWay from 'find-my-way'
import { engineValue, fromEngine, toEngine } from './engine-text.ts'
import { toPattern } from './pattern.ts'

/** The dynamic routes of one method in find-my-way. */
export class MethodTree {
  readonly #tree = createTree()
  /**
   * find-my-way lets a placeholder match an empty segment, ours never does. Where some route could match such a path,
   * a second tree, whose placeholders all insist on a character, serves the paths that have an empty segment.
   */
  readonly #strictTree: Tree | undefined

  constructor(hasEmptySegments: boolean) {
    this.#strictTree = hasEmptySegments ? createTree() : undefined
  }

  add(route: Route, segments: readonly Segment[]): void {
    const read = paramReader(route)
    const isPlain = route.tokens.size === 0 && !route.options.defaults && segments.at(-1)?.kind !== 'rest'
    const entry: Entry = { route, read, isPlain }
    const pattern = toPattern(route, segments, false)
    const strictPattern = toPattern(route, segments, true)
    try {
      this.#tree.on('GET', pattern, noHandler, entry)
      this.#strictTree?.on('GET', strictPattern, noHandler, entry)
    } catch (error) {
      throw new RouteError(`Route ${route}: find-my-way cannot take it: ${(error as Error).message}`, { cause: error })
    }
  }

  /** find-my-way generates its code at the first look-up; edge runtimes permit that only while they start. */
  generateCode(): void {
    this.#tree.find('GET', '/')
    this.#strictTree?.find('GET', '/')
  }

  match(path: string): RouteResult | undefined {
    const text = toEngine(path)
    if (text === undefined) return undefined
    const tree = hasEmptySegment(path) ? this.#strictTree : this.#tree
    const found = tree?.find('GET', text)
    if (!found) return undefined
    const { route, read, isPlain } = found.store as Entry
    const values: Params = found.params
    const params = isPlain && text === path ? values : read(values, text === path ? engineValue : fromEngine)
    return params && matched(route, params)
  }
}

interface Entry {
  readonly route: Route
  readonly read: ParamReader
  /** The values that find-my-way read need no second look unless the path was encoded. */
  readonly isPlain: boolean
}

type Tree = ReturnType<typeof findMyWay>

function createTree(): Tree {
  const tree = findMyWay({ allowUnsafeRegex: true, maxParamLength: 65_536, querystringParser: noQuery })
  if (canGenerateCode) (tree as Tree & { compile(): void }).compile()
  return tree
}

function noHandler(): void {}

const empty: Record<string, string> = {}

function noQuery(): Record<string, string> {
  return empty
}

function hasEmptySegment(path: string): boolean {
  return path.charCodeAt(path.length - 1) === 47 || path.includes('//')
}

/** Edge runtimes and strict content policies forbid it; find-my-way then walks its tree, 1.5 to 3 times slower. */
const canGenerateCode = ((): boolean => {
  try {
    new Function('')
    return true
  } catch {
    return false
  }
})()
