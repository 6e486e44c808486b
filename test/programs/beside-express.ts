import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startProgram, untilItAnswers } from './run-program.ts'

const MODULES = join(import.meta.dirname, '../node_modules')

/** The URL of a program that serves, and the function that ends the program. */
export interface Served {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Copies a folder into a project that has Express, Fastify and our packages, starts a program of the folder there, and
 * returns its URL as soon as it answers. The program has to listen on the port in the variable `PORT`. `express` is the
 * installed package that the program imports as Express.
 */
export async function serve(folder: string, program: string, express = 'express'): Promise<Served> {
  const project = mkdtempSync(join(tmpdir(), 'beside-express-'))
  cpSync(folder, project, { recursive: true })
  mkdirSync(join(project, 'node_modules'))
  const installed = { '@app': '@app', express, fastify: 'fastify' }
  for (const [name, target] of Object.entries(installed)) {
    symlinkSync(join(MODULES, target), join(project, 'node_modules', name))
  }
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: { '@app/router-find-my-way': '^1.0.0' } }),
  )
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = startProgram(program, { cwd: project, env: { PORT: String(port) } })
  const stop = async () => {
    running.stop()
    await running.ended
    rmSync(project, { recursive: true })
  }
  try {
    await untilItAnswers(url)
  } catch (error) {
    await stop()
    throw new Error(`${program} does not serve: ${running.output()}`, { cause: error })
  }
  return { url, stop }
}
