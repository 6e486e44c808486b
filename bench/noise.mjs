import { median } from './statistics.mjs'

/** How far two copies of the plain server may differ in a table that is quoted. */
const MOST_NOISE = 0.03

/** How far the two plain servers differ in a case; both are lists of the same starts. */
export function noiseOf(plain, again) {
  return Math.abs(median(plain.map((cpu, start) => cpu / again[start])) - 1)
}

/** Why tables may not be quoted: a sentence for each case of each run that is too noisy. */
export function tooNoisy(runs, cases) {
  return runs.flatMap(({ name, noise }) =>
    cases
      .filter((key) => noise[key] > MOST_NOISE)
      .map((key) => `${name}, case ${key}: two plain servers differ by ${percent(noise[key])}`),
  )
}

export function noiseLine({ noise }, cases) {
  return `two plain servers differ by ${cases.map((key) => `${key} ${percent(noise[key])}`).join(', ')}`
}

const percent = (part) => `${(part * 100).toFixed(1)} %`
