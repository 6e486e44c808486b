/** Adds a label to each measurement of a text in the format of Prometheus. */
export function withLabel(text: string, name: string, value: string): string {
  return text.replace(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?(?= )/gm, (_all, metric: string, labels = '') => {
    const separator = labels === '' ? '' : ','
    return `${metric}{${name}="${value}"${separator}${labels}}`
  })
}

/**
 * Puts several texts in the format of Prometheus together. The measurements of a metric have to stand below one
 * heading, such as `# TYPE`.
 */
export function merged(texts: readonly string[]): string {
  const metrics = new Map<string, { heading: string[]; lines: string[] }>()
  for (const text of texts) {
    let current = { heading: [] as string[], lines: [] as string[] }
    for (const line of text.split('\n')) {
      const [, name] = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line) ?? []
      if (name !== undefined) {
        current = metrics.get(name) ?? { heading: [], lines: [] }
        metrics.set(name, current)
        if (!current.heading.includes(line)) current.heading.push(line)
      } else if (line !== '') current.lines.push(line)
    }
  }
  const all = [...metrics.values()].flatMap(({ heading, lines }) => [...heading, ...lines])
  return `${all.join('\n')}\n`
}
