import { Server } from 'node:net'
import { pathToFileURL } from 'node:url'
import { CommandError } from '../command.ts'

/**
 * Imports a module of the application and keeps the command undisturbed: output of the module goes to stderr, and a
 * server that it starts does not listen, but ends the import with a `CommandError`.
 *
 * `use` runs under the same conditions, since functions that the module exports may print or start servers too.
 */
export async function importQuietly<T>(
  file: string,
  use: (exports: Readonly<Record<string, unknown>>) => T | Promise<T>,
): Promise<T> {
  const { listen } = Server.prototype
  const { write } = process.stdout
  const listening = new Promise<never>((_resolve, reject) => {
    Server.prototype.listen = function refuseToListen() {
      reject(startsServer(file))
      return this
    }
  })
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write
  const imported = import(pathToFileURL(file).href).then(use)
  try {
    return await Promise.race([imported, listening])
  } finally {
    Server.prototype.listen = listen
    process.stdout.write = write
  }
}

function startsServer(file: string): CommandError {
  return CommandError.problem(
    `${file} starts a server when it is imported. Export the application there (app.ts), ` +
      'and run it in a module of its own (main.ts): import app from "./app.ts"; await app.run().',
  )
}
