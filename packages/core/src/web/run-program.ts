import { noServer } from './index.ts'

/** Throws: a runtime without `node:http` calls `fetch` of the application instead. */
export function runProgram(): never {
  throw noServer('app.run()')
}
