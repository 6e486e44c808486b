export type { ViewSection } from './config-provider.ts'
export { configProvider, VIEW_SERVICE } from './config-provider.ts'
export type { Constraints } from './form/constraints.ts'
export { field, formProblems } from './form/field.ts'
export type {
  FieldChoices,
  FieldLayout,
  FieldOptions,
  FieldParts,
  FieldType,
  HiddenFieldOptions,
} from './form/field-options.ts'
export type { FieldValue, FieldValues } from './form/flat-values.ts'
export type { Form } from './form/form.ts'
export { form } from './form/form.ts'
export type { ReadFormOptions, SentForm } from './form/read-form.ts'
export { readForm } from './form/read-form.ts'
export type { Markup, MarkupValue } from './markup/markup.ts'
export { markup, raw } from './markup/markup.ts'
export type { TemplateValue } from './page/app-values.ts'
export { csrfField } from './page/csrf-field.ts'
export { render, type TemplateData } from './page/render.ts'
export type { TemplateName, Templates } from './page/template-name.ts'
export type { TemplateDefaults, UrlBuilder, ViewOptions } from './page/view.ts'
export { view } from './page/view.ts'
export type { ModuleFolders } from './renderer/module-folders.ts'
export type { EngineOptions, Rendered, TemplateRenderer } from './renderer/template-renderer.ts'
export { RENDERER_SERVICE } from './renderer/template-renderer.ts'
