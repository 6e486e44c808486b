import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { autoload, defineConfig, resolveConfig } from '@app/config'
import { compareResult } from '../compare-results.ts'
import type { Difference } from '../difference.ts'
import type { Unit } from '../units.ts'
import type { Outcome } from '../vectors.ts'

/** Loads the recorded files as a folder of configuration, and compares their order and the merged result. */
export async function compareFiles({ recorded, expected }: Unit): Promise<readonly Difference[]> {
  const root = mkdtempSync(join(tmpdir(), 'contract-'))
  try {
    mkdirSync(join(root, 'config/autoload'), { recursive: true })
    for (const [name, content] of Object.entries(recorded.files as Readonly<Record<string, object>>)) {
      const file = join(root, asJson(name))
      mkdirSync(dirname(file), { recursive: true })
      // Merging appends lists. So each file gets a list with its own name, and the merged list shows the order in which
      // the files were read.
      writeFileSync(file, JSON.stringify({ ...content, 'read in order': [name] }))
    }
    const { order, merged } = expected
    return compareResult('construct', expected, await load(root), () => ({ order, merged: emptyAsMap(merged) }))
  } finally {
    rmSync(root, { recursive: true })
  }
}

async function load(root: string): Promise<Outcome> {
  try {
    const config = await resolveConfig(defineConfig([autoload('config/autoload')]), { root, env: {} })
    const { 'read in order': order = [], ...merged } = config
    return { order, merged }
  } catch (error) {
    return { error }
  }
}

function asJson(file: string): string {
  return file.replace(/\.php(?=$|\.)/, '.json')
}

function emptyAsMap(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value
}
