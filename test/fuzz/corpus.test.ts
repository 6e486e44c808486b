import { describe, expect, it } from 'vitest'
import { readCorpus } from './corpus.ts'
import { loadTarget, TARGETS } from './target.ts'

describe.each(TARGETS)('the fuzz target %s', (name) => {
  it('the law of the fuzz target, which has to hold for every text, holds for its seeds and its corpus', async () => {
    const { seeds, check } = await loadTarget(name)
    const corpus = readCorpus(name)

    expect(corpus.length).toBeGreaterThan(seeds.length / 2)
    for (const input of [...seeds, ...corpus]) {
      await expect(Promise.resolve(input).then(check), JSON.stringify(input)).resolves.toBeUndefined()
    }
  })
})
