import { Route, type Segment } from '@app/router'
import { expandOptional, type Placeholder, placeholdersOf } from '@app/router/adapter'

/** A path of the document: `/teams/{team}/notes`. */
export interface PathTemplate {
  readonly template: string
  readonly placeholders: readonly Placeholder[]
  /** The placeholders that are left out together with their optional part. */
  readonly without: readonly string[]
}

/**
 * Returns the paths of the document for the path of a route: one path, and one more for each optional part. The longest
 * path comes first. A catch-all becomes an ordinary placeholder, since OpenAPI has no placeholder that spans slashes.
 */
export function pathTemplates(path: string, options: Readonly<Record<string, unknown>>): readonly PathTemplate[] {
  const { segments } = new Route(path, undefined).setOptions(options)
  const all = placeholdersOf(segments).map(({ name }) => name)
  return expandOptional(segments)
    .map((some) => {
      const placeholders = placeholdersOf(some)
      const names = new Set(placeholders.map(({ name }) => name))
      const template = some.map((segment) => `/${segmentText(segment)}`).join('') || '/'
      return { template, placeholders, without: all.filter((name) => !names.has(name)) }
    })
    .reverse()
}

function segmentText(segment: Segment): string {
  switch (segment.kind) {
    case 'static':
      return segment.text
    case 'rest':
      return `{${segment.name}}`
    case 'placeholder':
      return `${segment.prefix}{${segment.name}}${segment.suffix}`
    case 'compound': {
      const { prefix, placeholders, separators, suffix } = segment
      return prefix + placeholders.map(({ name }, i) => `{${name}}${separators[i] ?? ''}`).join('') + suffix
    }
  }
}
