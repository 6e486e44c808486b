/**
 * Gives the end of the message of `InvalidContainerError`: the text that says what to give an application in place of a
 * value that is no container. If the methods of the value are those of another library's container, the text shows an
 * adapter for that container.
 */
export function containerAdvice(got: object): string {
  const known = LIBRARIES.find(({ methods }) => methods.every((name) => typeof Reflect.get(got, name) === 'function'))
  if (known === undefined) return 'Give the application { has: (name) => …, get: (name) => … } instead.'
  return `It looks like one of ${known.library}: give the application ${known.wrapper} instead.`
}

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
