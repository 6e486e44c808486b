/**
 * An item of a circular list, or the head of one, which has no item. Adding an item at the end and removing an item
 * take constant time. The first key of a `Map` does not: it takes longer the more keys before it were deleted.
 */
export class Link<T> {
  readonly item: T | undefined
  #before: Link<T> = this
  #after: Link<T> = this

  constructor(item?: T) {
    this.item = item
  }

  /** The first item of the list of which this is the head. */
  get first(): T | undefined {
    return this.#after.item
  }

  /** Puts this item at the end of a list, and removes it from the list in which it was. */
  moveTo(list: Link<T>): void {
    this.remove()
    this.#before = list.#before
    this.#after = list
    this.#before.#after = this
    list.#before = this
  }

  remove(): void {
    this.#before.#after = this.#after
    this.#after.#before = this.#before
    this.#before = this
    this.#after = this
  }
}
