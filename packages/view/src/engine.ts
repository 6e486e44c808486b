export { MissingTemplateError, TemplateFolder } from './engine/template-folder.ts'
