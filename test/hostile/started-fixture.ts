import { join } from 'node:path'
import { type Program, startProgram } from '../programs/run-program.ts'

/** The fixture (the application that the suite attacks) as a process of its own. */
export interface StartedFixture extends Program {
  readonly port: number
}

/** Starts the fixture with a router, in production mode. */
export async function startFixture(
  router: string,
  env: Readonly<Record<string, string>> = {},
): Promise<StartedFixture> {
  const program = startProgram(join(import.meta.dirname, 'server.ts'), {
    cwd: import.meta.dirname,
    env: { NODE_ENV: 'production', ROUTER: router, PORT: '0', ...env },
  })
  await program.waitFor(/READY \d+/)
  return { ...program, port: Number(/READY (\d+)/.exec(program.output())?.[1]) }
}
