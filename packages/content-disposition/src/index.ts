export { attachment, inline } from './content-disposition.ts'
export { plainFileName } from './file-name.ts'
