export type { Markup, MarkupValue } from './markup/markup.ts'
export { markup, raw } from './markup/markup.ts'
export { MarkupError } from './markup/markup-error.ts'
