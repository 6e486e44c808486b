import type { Masks } from '../masks.ts'
import type { PlaceOf } from './places.ts'

/** What all recordings share. */
export interface RecordingContext {
  readonly masks: Masks
  readonly editor: string
  readonly placeOf: PlaceOf
}
