import { thrownErrors } from '@app/development'
import type { Masks } from '../masks.ts'
import { editorLink } from '../pages/editor-link.ts'
import type { ShownError } from '../shown.ts'

/** Describes a thrown value and its causes by plain strings. Lines of a stack that are in a file link to the editor. */
export function shownErrors(thrown: unknown, editor: string, masks: Masks): readonly ShownError[] {
  return thrownErrors(thrown).map(({ name, message, code, frames, source }) => ({
    name,
    message: masks.text(message),
    ...(code !== undefined && { code }),
    frames: frames.map(({ call, file, line, column, isOwn, location }) => {
      const link = editorLink(editor, location, line, column)
      return { call, place: `${file}:${line}:${column}`, isOwn, ...(link !== undefined && { link }) }
    }),
    ...(source && { source: { line: source.line, lines: source.lines } }),
  }))
}

/** Describes a thrown value in one line. */
export function errorLine(thrown: unknown, masks: Masks): string {
  const [{ name = 'Error', message = '' } = {}] = thrownErrors(thrown)
  return masks.text(`${name}: ${message.split('\n', 1)[0]}`)
}
