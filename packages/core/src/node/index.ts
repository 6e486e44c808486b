export { findPlugins } from './find-plugins.ts'
export { defaultContainer, findRouter } from './find-router.ts'
export { runProgram } from './run-program.ts'
