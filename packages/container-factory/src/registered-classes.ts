import type { Class } from './class.ts'
import type { Dependencies } from './dependencies.ts'
import { isInjectableClass } from './injectable-class.ts'

/** The names under which each class is registered and reached. */
export function registeredClasses(
  { factories = {}, invokables = {} }: Dependencies,
  aliases: ReadonlyMap<string, string>,
): ReadonlyMap<Class, readonly string[]> {
  const classes = new Map<Class, string[]>()
  for (const [name, target] of Object.entries({ ...factories, ...invokables })) {
    const isClass = Object.hasOwn(invokables, name) || isInjectableClass(target)
    if (!isClass || aliases.has(name)) continue
    classes.set(target as Class, [...(classes.get(target as Class) ?? []), name])
  }
  return classes
}
