/**
 * The templates of an application, so that a misspelt name does not compile: `declare module '@app/view' { interface
 * Templates { readonly 'notes/list': true } }`. Without a declaration, a name is any string.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an application adds its templates
export interface Templates {}

/** The name of a template that the application has declared. */
export type TemplateName = keyof Templates extends never ? string : keyof Templates
