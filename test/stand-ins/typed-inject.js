/** The part of typed-inject that our container needs, by hand: injectors that make, keep and dispose of services. */
class Injector {
  constructor(parent, token, make) {
    Object.assign(this, { parent, token, make, children: new Set() })
    parent?.children.add(this)
  }
  createChildInjector = () => new Injector(this)
  provideValue = (token, value) => new Injector(this, token, () => value)
  provideFactory = (token, factory) => new Injector(this, token, factory)
  resolve = (token) => (token === this.token ? this.keep() : this.parent.resolve(token))
  keep() {
    this.kept ??= this.make()
    return this.kept
  }
  injectClass = (Class) => new Class(...Class.inject.map(this.resolve))
  injectFunction = (call) => call(...call.inject.map(this.resolve))
  async dispose() {
    this.parent?.children.delete(this)
    for (const child of this.children) await child.dispose()
    await this.kept?.dispose?.()
  }
}
export class InjectionError extends Error {}
export const createInjector = () => new Injector()
