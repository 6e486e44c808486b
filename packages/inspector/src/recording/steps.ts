import { attributesOf } from '@app/core/internal'
import type { MiddlewareMessage, RouteMessage } from '@app/core/logging'
import type { Pair, ShownStep } from '../shown.ts'
import { type Attributes, attributesSet } from './attributes.ts'
import type { RecordingContext } from './places.ts'
import { errorLine } from './shown-errors.ts'

type Message = MiddlewareMessage | RouteMessage

interface Step {
  readonly message: Message
  readonly parent: Step | undefined
  readonly depth: number
  readonly start: number
  readonly before: Attributes
  sets: readonly Pair[]
  end: number | undefined
  /** The milliseconds taken by the steps that this step called directly. */
  behind: number
}

/** The middleware and routes that a request has reached, the first 300 at most, nested as they ran. */
export class Steps {
  readonly #begun: number
  readonly #context: RecordingContext
  readonly #steps: Step[] = []
  /** The step that was entered last; it may have ended. */
  #inner: Step | undefined

  constructor(begun: number, context: RecordingContext) {
    this.#begun = begun
    this.#context = context
  }

  enter(message: Message): void {
    if (this.#steps.length === MOST) return
    // The parent is the innermost step that has not ended. A step that has ended is not a parent, although its code may
    // still run in the background.
    let parent = this.#inner
    while (parent?.end !== undefined) parent = parent.parent
    if (parent) parent.sets = attributesSet(message.request, parent.before, this.#context.masks)
    const step: Step = {
      message,
      parent,
      depth: parent ? parent.depth + 1 : 0,
      start: performance.now() - this.#begun,
      before: attributesOf(message.request),
      sets: [],
      end: undefined,
      behind: 0,
    }
    this.#steps.push(step)
    this.#inner = step
  }

  leave(message: Message): void {
    const step = this.#steps.findLast((entered) => entered.message === message)
    if (step === undefined || step.end !== undefined) return
    step.end = step.start + (message.duration ?? 0)
    if (step.parent) step.parent.behind += step.end - step.start
  }

  shown(): readonly ShownStep[] {
    const { masks, placeOf } = this.#context
    return this.#steps.map(({ message, depth, start, end, behind, sets }) => {
      const isRoute = !('place' in message)
      const place = isRoute ? `${message.method} ${message.route}` : message.place
      const { error, status } = message
      const isCulprit =
        error !== undefined && !this.#steps.some((step) => isBehind(step, message) && step.message.error === error)
      return {
        kind: isRoute ? 'route' : 'middleware',
        label: isRoute ? message.route : (message.name ?? ''),
        place,
        ...placeOf(place, message.request.basePath),
        depth,
        start,
        ...(end !== undefined && { end, own: Math.max(0, end - start - behind) }),
        ...(status !== undefined && { status }),
        ...(error !== undefined && { error: errorLine(error, masks) }),
        ...(isCulprit && { isCulprit }),
        sets,
      }
    })
  }
}

function isBehind(step: Step, message: Message): boolean {
  return step.parent?.message === message
}

const MOST = 300
