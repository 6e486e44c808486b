import type { Container } from './container.ts'

/** The value given as a container lacks `has` or `get`. */
export class InvalidContainerError extends TypeError {
  override readonly name = 'InvalidContainerError'

  constructor(got: object) {
    const missing = METHODS.filter((method) => !hasMethod(got, method)).map((method) => `${method}(name)`)
    const known = LIBRARIES.find(({ methods }) => methods.every((method) => hasMethod(got, method)))
    const wrapper = known?.wrapper ?? '{ has: (name) => …, get: (name) => … }'
    super(
      `The container has no ${missing.join(' and no ')}. ` +
        `${known ? `It looks like one of ${known.library}: give` : 'Give'} the application ${wrapper} instead.`,
    )
  }
}

/** Gives the container. Throws `InvalidContainerError` for a value without `has` and `get`. */
export function checkContainer(container: Container): Container {
  if (METHODS.every((method) => hasMethod(container, method))) return container
  throw new InvalidContainerError(container)
}

function hasMethod(container: object, method: string): boolean {
  return typeof Reflect.get(container, method) === 'function'
}

const METHODS = ['has', 'get']

/** The adapter to write for the container of another library, which is recognized by its methods. */
const LIBRARIES = [
  {
    library: 'awilix',
    methods: ['hasRegistration', 'resolve'],
    wrapper:
      "{ has: (name) => typeof name === 'string' && container.hasRegistration(name), " +
      'get: (name) => container.resolve(name) }',
  },
  {
    library: 'tsyringe',
    methods: ['isRegistered', 'resolve'],
    wrapper: '{ has: (name) => container.isRegistered(name), get: (name) => container.resolve(name) }',
  },
  {
    library: 'inversify',
    methods: ['isBound', 'get'],
    wrapper: '{ has: (name) => container.isBound(name), get: (name) => container.get(name) }',
  },
  {
    library: 'typed-inject',
    methods: ['injectClass', 'resolve'],
    wrapper:
      '{ has: (name) => names.has(name), get: (name) => injector.resolve(name) }, with the names that it provides,',
  },
]
