/**
 * The messages of the channels of `@app/jobs`. The types are written out here, since an application may lack that
 * package; a test compares them with those of the package.
 */
export interface AddMessage {
  readonly carrier: Record<string, string>
}

export interface AddedMessage {
  readonly name: string
}

export interface RunMessage {
  readonly id: string
  readonly name: string
  readonly attempt: number
  readonly sealed: boolean
  readonly carrier: Readonly<Record<string, string>>
  around: ((run: () => Promise<unknown>) => Promise<unknown>) | undefined
  readonly duration: number | undefined
  readonly state: 'done' | 'waiting' | 'failed' | 'released' | 'lost' | undefined
  readonly error?: unknown
}
