import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { readCorpus, writeCorpus } from './corpus.ts'
import { search } from './search.ts'
import { loadTarget, TARGETS } from './target.ts'
import { watch } from './watch.ts'

/**
 * `pnpm fuzz [target] [--minutes 1] [--seed 1]`: searches for strings that break the law of the target, a property that
 * has to hold for every text. Without a target, it searches for all targets, and `--minutes` is the time for all
 * together. Keeps strings that reach new code, and strings that break a law, in `corpus/`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [name, ...others] = positionals
const minutes = Number(values.minutes)
const wrong = name !== undefined && !TARGETS.includes(name) ? name : others[0]
if (wrong !== undefined || !(minutes >= 0)) {
  console.error(
    `pnpm fuzz takes one of ${TARGETS.join(', ')}, or none for all, and --minutes; got ${wrong ?? values.minutes}.`,
  )
  process.exit(2)
}

if (name === undefined) {
  // Each target has a process of its own, so that its coverage does not contain code that only another target has run.
  const each = ['--minutes', String(minutes / TARGETS.length), '--seed', values.seed]
  const codes = TARGETS.map(
    (one) => spawnSync(process.execPath, [import.meta.filename, one, ...each], { stdio: 'inherit' }).status,
  )
  process.exit(codes.every((code) => code === 0) ? 0 : 1)
}

const target = await loadTarget(name)
const corpus = readCorpus(name)
const { tried, places, kept, broken } = await search(target, corpus, minutes * 60_000, Number(values.seed), watch(name))
console.log(`${name}: ${tried} texts of seed ${values.seed} reach ${places} places; ${kept.length} are kept.`)
if (broken) {
  // Only the text that breaks the law is added to the corpus: it fails in every run until the code is mended.
  writeCorpus(name, [...corpus, broken.input])
  console.error(
    `${JSON.stringify(broken.input)} breaks the law of ${name}. It was added to the corpus: mend the code until test/fuzz/corpus.test.ts passes.\n`,
    broken.error,
  )
  process.exit(1)
}
writeCorpus(name, kept)
