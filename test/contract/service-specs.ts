import { isMap } from './php-map.ts'
import { Trace } from './trace.ts'

interface Made {
  tag: string
  readonly instance: number
  readonly deps?: readonly string[]
}

interface Asks {
  get(name: string): unknown
}

/**
 * Turns the recorded descriptions of services into the sections of `dependencies` that our container takes. The
 * services that it makes are numbered; factories and delegators add an entry to the trace when they run.
 */
export class ServiceSpecs {
  readonly trace = new Trace()
  readonly #classes: Readonly<Record<string, new () => unknown>>
  #registered: ReadonlySet<string> = new Set()
  #count = 0

  constructor() {
    const made = (tag: string) => this.#made(tag)
    class InvNoArg {
      constructor() {
        Object.assign(this, made('InvNoArg'))
      }
    }
    class NeedsArg2 {
      readonly argument: string
      constructor(argument?: { readonly name: string }) {
        this.argument = (argument as { readonly name: string }).name
      }
    }
    this.#classes = { InvNoArg, NeedsArg2 }
  }

  /** The class with a given name; `undefined` if there is none, or if the case registers a service under this name. */
  classOf(name: string): (new () => unknown) | undefined {
    return this.#registered.has(name) ? undefined : this.#classes[name]
  }

  dependencies(config: object): object {
    const sections = Object.entries(config).map(([key, section]) => [key, this.#section(key, section)] as const)
    this.#registered = new Set(sections.flatMap(([, section]) => Object.keys(section as object)))
    return Object.fromEntries(sections)
  }

  #section(key: string, section: unknown): unknown {
    if (key === 'factories') return mapValues(section, (spec) => this.#factory(spec))
    if (key === 'invokables') {
      return Array.isArray(section)
        ? Object.fromEntries(section.map((name: string) => [name, this.#classes[name]]))
        : mapValues(section, (name) => this.#classes[String(name)])
    }
    if (key === 'services') {
      return mapValues(section, (spec) => (isMap(spec) && 'make' in spec ? this.#made(String(spec.make)) : spec))
    }
    if (key === 'delegators') {
      return mapValues(section, (names) => (names as readonly string[]).map((name) => this.#delegator(name)))
    }
    if (key === 'initializers') {
      return (section as readonly string[]).map((name) => (_container: unknown, _name: string, service: Made) => {
        service.tag += `+${name}`
      })
    }
    if (key === 'abstract_factories') {
      return (section as readonly { readonly prefix: string }[]).map(({ prefix }) => ({
        canCreate: (_container: unknown, name: string) => name.startsWith(prefix),
        create: (_container: unknown, name: string) => this.#made(`abs(${name})`),
      }))
    }
    return section
  }

  #factory(spec: unknown): unknown {
    if (spec === 'FacObj') return { create: (_container: Asks, name: string) => this.#made(`FacObj(${name})`) }
    if (!isMap(spec)) return spec
    return (container: Asks) => {
      this.trace.add({ factory: spec.make ?? '?' })
      if ('returns' in spec) return spec.returns
      const own = ++this.#count
      const deps = (spec.deps ?? []) as readonly string[]
      const needed = deps.map((name) => {
        const { tag, instance } = container.get(name) as Made
        return `${tag}#${instance}`
      })
      return { tag: String(spec.make), instance: own, ...(deps.length > 0 && { deps: needed }) }
    }
  }

  #delegator(name: string): unknown {
    return (_container: Asks, _name: string, create: () => Made) => {
      this.trace.add({ delegator: name })
      const service = create()
      service.tag = `${name}(${service.tag})`
      return service
    }
  }

  #made(tag: string): Made {
    return { tag, instance: ++this.#count }
  }
}

function mapValues(section: unknown, convert: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(section as object).map(([key, value]) => [key, convert(value)]))
}
