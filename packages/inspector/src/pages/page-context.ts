import type { Application, ServerRequest } from '@app/core'
import type { InspectorSettings } from '../inspector-options.ts'
import type { Masks } from '../masks.ts'
import type { Recorder } from '../recording/recorder.ts'

/** The objects from which the pages get their data. */
export interface PageContext {
  readonly application: Application
  readonly recorder: Recorder
  readonly settings: InspectorSettings
  readonly masks: Masks
}

/** Returns the plain data for a part of the page. */
export type Shown = (request: ServerRequest) => unknown
