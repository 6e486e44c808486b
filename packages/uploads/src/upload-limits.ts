import { HttpError } from '@app/core'
import { type OptionKind, optionKind } from '@app/core/extending'

/** Limits of a form, beside the `BODY_LIMIT` of the route, which limits the bytes of the whole body. */
export interface UploadLimits {
  /** Maximum number of files. Default: 10. */
  readonly files?: number | undefined
  /** Maximum bytes of each file. Default: only the limit of the whole body. */
  readonly fileBytes?: number | undefined
  /** Maximum number of fields that are not files. Default: 1,000. */
  readonly fields?: number | undefined
  /**
   * Maximum bytes of the names and values of all fields together, without files; these are kept in memory. Default: 1
   * MiB.
   */
  readonly fieldBytes?: number | undefined
}

export const LIMIT_KINDS: { readonly [K in keyof Required<UploadLimits>]: OptionKind } = {
  files: optionKind.count,
  fileBytes: optionKind.count,
  fields: optionKind.count,
  fieldBytes: optionKind.count,
}

/** Counts the content of a form, and throws an `HttpError` of 413 that names the exceeded limit. */
export class UploadCount {
  readonly #limits: Readonly<Record<keyof UploadLimits, number>>
  #files = 0
  #fileBytes = 0
  #fields = 0
  #fieldBytes = 0

  constructor({
    files = 10,
    fileBytes = Number.MAX_SAFE_INTEGER,
    fields = 1_000,
    fieldBytes = 1_048_576,
  }: UploadLimits) {
    this.#limits = { files, fileBytes, fields, fieldBytes }
  }

  file(): void {
    this.#fileBytes = 0
    if (++this.#files > this.#limits.files) throw this.#tooMuch('files', 'files')
  }

  chunk(bytes: number): void {
    this.#fileBytes += bytes
    if (this.#fileBytes > this.#limits.fileBytes) throw this.#tooMuch('fileBytes', 'bytes in a file')
  }

  field(nameBytes: number): void {
    if (++this.#fields > this.#limits.fields) throw this.#tooMuch('fields', 'fields')
    this.fieldChunk(nameBytes)
  }

  fieldChunk(bytes: number): void {
    this.#fieldBytes += bytes
    if (this.#fieldBytes > this.#limits.fieldBytes) throw this.#tooMuch('fieldBytes', 'bytes in its fields')
  }

  #tooMuch(limit: keyof UploadLimits, what: string): HttpError {
    return new HttpError(413, `The request's form has more than ${this.#limits[limit]} ${what} (${limit})`)
  }
}
