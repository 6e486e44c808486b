import { HttpError } from '@app/core'
import { type OptionKind, optionKind } from '@app/core/extending'

/** The most that a form may contain. The octets of the whole body are limited by the `BODY_LIMIT` of the route. */
export interface UploadLimits {
  /** The most files. Default: 10. */
  readonly files?: number | undefined
  /** The most octets of each file. Default: the limit of the whole body alone. */
  readonly fileOctets?: number | undefined
  /** The most fields that are no files. Default: 1,000. */
  readonly fields?: number | undefined
  /**
   * The most octets of the names and values of all fields together, without files; these are kept in memory. Default: 1
   * MiB.
   */
  readonly fieldOctets?: number | undefined
}

export const LIMIT_KINDS: { readonly [K in keyof Required<UploadLimits>]: OptionKind } = {
  files: optionKind.count,
  fileOctets: optionKind.count,
  fields: optionKind.count,
  fieldOctets: optionKind.count,
}

/** Counts the content of a form, and throws an `HttpError` of 413 that names the exceeded limit. */
export class UploadCount {
  readonly #limits: Readonly<Record<keyof UploadLimits, number>>
  #files = 0
  #fileOctets = 0
  #fields = 0
  #fieldOctets = 0

  constructor({
    files = 10,
    fileOctets = Number.MAX_SAFE_INTEGER,
    fields = 1_000,
    fieldOctets = 1_048_576,
  }: UploadLimits) {
    this.#limits = { files, fileOctets, fields, fieldOctets }
  }

  file(): void {
    this.#fileOctets = 0
    if (++this.#files > this.#limits.files) throw this.#tooMuch('files', 'files')
  }

  chunk(octets: number): void {
    this.#fileOctets += octets
    if (this.#fileOctets > this.#limits.fileOctets) throw this.#tooMuch('fileOctets', 'octets in a file')
  }

  field(nameOctets: number): void {
    if (++this.#fields > this.#limits.fields) throw this.#tooMuch('fields', 'fields')
    this.fieldChunk(nameOctets)
  }

  fieldChunk(octets: number): void {
    this.#fieldOctets += octets
    if (this.#fieldOctets > this.#limits.fieldOctets) throw this.#tooMuch('fieldOctets', 'octets in its fields')
  }

  #tooMuch(limit: keyof UploadLimits, what: string): HttpError {
    return new HttpError(413, `The request's form has more than ${this.#limits[limit]} ${what} (${limit})`)
  }
}
