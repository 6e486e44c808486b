/**
 * Keeps the lines of a template that a project needs, by the marks at the ends of lines, and removes the marks.
 *
 * A line that ends with `// if pages` is for projects with pages, a line with `// if not pages` for all others, and a
 * line with `// if pages and api` for projects with both. A mark on a line of its own applies to all lines up to `//
 * end`. Marks in files of other languages are comments of shells, Markdown or style sheets.
 */
export function selectLines(template: string, features: ReadonlySet<string>): string {
  const kept: string[] = []
  /** The blocks around a line, the outermost first: `true` for a block that is kept. */
  const blocks: boolean[] = []
  for (const line of template.split('\n')) {
    const [mark, text = '', condition = ''] = MARK.exec(line) ?? []
    if (blocks.length > 0 && END.test(line)) blocks.pop()
    else if (mark !== undefined && text.trim() === '') blocks.push(holds(condition, features))
    else if (blocks.every(Boolean) && holds(condition, features)) {
      kept.push(mark === undefined ? line : text.trimEnd())
    }
  }
  return kept.join('\n')
}

const MARK = /^(.*?)(?:\/\/|#|<!--|\/\*) if ((?:not )?[a-z-]+(?: and (?:not )?[a-z-]+)*)(?: -->| \*\/)?$/
const END = /^\s*(?:\/\/|#|<!--|\/\*) end(?: -->| \*\/)?$/

function holds(condition: string, features: ReadonlySet<string>): boolean {
  return condition
    .split(' and ')
    .filter(Boolean)
    .every((part) => (part.startsWith('not ') ? !features.has(part.slice('not '.length)) : features.has(part)))
}
