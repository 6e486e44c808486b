export { TemplateFolder } from './engine/template-folder.ts'
