/**
 * The templates of an application, so that a misspelt name does not compile: `declare module '@app/view' { interface Templates {
 * readonly 'notes/list': true } }`. Where nothing is declared, a name is any text.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an application adds its templates
export interface Templates {}

/** The name of a template that there is. */
export type TemplateName = keyof Templates extends never ? string : keyof Templates
