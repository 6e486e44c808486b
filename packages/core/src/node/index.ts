export { explainError } from './explain-error.ts'
export { findPlugins } from './find-plugins.ts'
export { defaultContainer, findRouter } from './find-router.ts'
export { run, runProgram } from './run-program.ts'
