/**
 * The line, from 1, where a text stops being JSON.
 *
 * Not every message of `JSON.parse` has a position, so this looks for the shortest start of the text, in whole lines,
 * that is wrong whatever may follow.
 */
export function jsonSyntaxLine(text: string): number {
  const lines = text.split('\n')
  let [good, bad] = [0, lines.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isWrongStart(`${lines.slice(0, middle).join('\n')}\n`)) bad = middle
    else good = middle
  }
  return bad
}

/** Whether a mistake comes before the end, which alone would be cured by the lines that follow. */
function isWrongStart(start: string): boolean {
  try {
    JSON.parse(start)
    return false
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const position = /at position (\d+)/.exec(message)?.[1]
    return position === undefined ? !message.includes('end of JSON input') : Number(position) < start.length
  }
}
