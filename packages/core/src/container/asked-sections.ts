/** The names of the sections that services have asked for, by the configuration. */
const asked = new WeakMap<object, Set<string>>()

/** Remembers that a service has asked for a section of a configuration, whether the section is there or not. */
export function noteSection(config: object, name: string): void {
  const names = asked.get(config) ?? new Set()
  asked.set(config, names.add(name))
}

/** Returns the names of the sections of a configuration that services have asked for. */
export function askedSections(config: object): ReadonlySet<string> {
  return asked.get(config) ?? new Set()
}
