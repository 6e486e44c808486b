import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/toolbox-peers.md'), 'utf8')

test('each row of docs/toolbox-peers.md with the word "weaker" has its reason below the table', () => {
  const sections = PAGE.split(/^## /m).slice(1)
  expect(sections.length).toBe(8)
  for (const section of sections) {
    const weaker = [...section.matchAll(/^\| (.*?) +\|.*\bweaker\b/gm)].map(([, what = '']) => what.toLowerCase())
    const reasons = [...section.matchAll(/^- \*\*(.*?)\*\*/gm)].map(([, what = '']) => what.toLowerCase())
    expect(weaker.length).toBeGreaterThan(0)
    expect(weaker.map((what, index) => what.startsWith(reasons[index] ?? '?'))).toEqual(weaker.map(() => true))
    expect(reasons.length).toBe(weaker.length)
  }
})
