/** A string that remembers what it names; every string is one. */
export type ServiceName<T> = string & { readonly '@app/service'?: T }
