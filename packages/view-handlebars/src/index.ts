export type { HandlebarsOptions } from './handlebars-renderer.ts'
export { HandlebarsRenderer } from './handlebars-renderer.ts'
