import { expect, test } from 'vitest'
import { judge } from './deviations.ts'
import { unitsOf } from './units.ts'
import { readVectors, vectorFolders } from './vectors.ts'

const units = vectorFolders().slice(0, 1).flatMap(readVectors).flatMap(unitsOf)

function unit(id: string, key: string) {
  const found = units.find((candidate) => candidate.recorded.id === id && candidate.key === key)
  if (!found) throw new Error(`no unit ${id} ${key}`)
  return found
}

const difference = { what: 'status', expected: 200, ours: 404 }

test('a difference that is not in the table of deviations is judged as unexplained', () => {
  expect(judge(unit('errors/404-empty-app', 'V3/fastroute'), [{ at: 0, ...difference }])).toEqual({
    unexplained: expect.stringContaining('result 0, status:'),
  })
})

test('a case in the table of deviations is judged as unexplained if it agrees with the recording, or differs in another result than the table says', () => {
  const deviating = unit('path-prefix/no-leading-slash', 'V3/fastroute')
  expect(judge(deviating, [])).toEqual({ unexplained: expect.stringContaining('but agrees') })
  expect(judge(deviating, [{ at: 99, ...difference }])).toEqual({
    unexplained: expect.stringMatching(/result 99, status:[\s\S]*setup agrees/),
  })
})
