import { median } from './statistics.mjs'

/** A table may be quoted if its two copies of the plain server differ by this fraction at most. */
const MOST_NOISE = 0.03

/**
 * The difference between the two plain servers in a case, as a fraction. Both lists have the figures of the same
 * starts.
 */
export function noiseOf(plain, again) {
  return Math.abs(median(plain.map((cpu, start) => cpu / again[start])) - 1)
}

/**
 * The reasons why tables may not be quoted: a line for each case of a run in which the two plain servers differ too
 * much.
 */
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
