import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { compareUnit } from './compare-unit.ts'
import { unitsOf } from './units.ts'
import { readVectors, vectorFolders } from './vectors.ts'

test('probe', async () => {
  const out: unknown[] = []
  for (const c of readVectors(vectorFolders()[0]!)) {
    for (const unit of unitsOf(c)) {
      try {
        const v = await compareUnit(unit)
        out.push({ id: c.id, key: unit.key, ...v })
      } catch (e) {
        out.push({ id: c.id, key: unit.key, crash: String((e as Error).stack) })
      }
    }
  }
  writeFileSync('/tmp/probe.json', JSON.stringify(out, null, 1))
}, 60000)
