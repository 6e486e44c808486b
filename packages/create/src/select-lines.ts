/**
 * Returns the lines of a template that a project with the given features needs. A mark at the end of a line names the
 * features for which the line is; the result has no marks.
 *
 * A line that ends with `// if pages` is for projects with pages, a line with `// if not pages` for projects without
 * pages, and a line with `// if pages and api` for projects with both. A mark on a line of its own applies to all lines
 * up to the matching `// end`. Files of other languages have such a mark in a comment of their own form, such as
 * `<!-- if pages -->`. Throws for a block without its end, and for an end without its block.
 */
export function selectLines(template: string, features: ReadonlySet<string>): string {
  const kept: string[] = []
  /** For each block around the line, the outermost first, whether the block is kept. */
  const blocks: boolean[] = []
  for (const line of template.split('\n')) {
    const [mark, text = '', condition = ''] = MARK.exec(line) ?? []
    if (END.test(line)) {
      if (blocks.pop() === undefined) throw new Error(`A template has an end without its block: ${line}`)
    } else if (mark !== undefined && text.trim() === '') blocks.push(holds(condition, features))
    else if (blocks.every(Boolean) && holds(condition, features)) {
      kept.push(mark === undefined ? line : text.trimEnd())
    }
  }
  if (blocks.length > 0) throw new Error('A template has a block without its end.')
  return kept.join('\n')
}

const MARK = /^(.*?)(?:\/\/|#|<!--|\/\*) if ((?:not )?[a-z\d-]+(?: and (?:not )?[a-z\d-]+)*)(?: -->| \*\/)?$/
const END = /^\s*(?:\/\/|#|<!--|\/\*) end(?: -->| \*\/)?$/

function holds(condition: string, features: ReadonlySet<string>): boolean {
  return condition
    .split(' and ')
    .filter(Boolean)
    .every((part) => (part.startsWith('not ') ? !features.has(part.slice('not '.length)) : features.has(part)))
}
