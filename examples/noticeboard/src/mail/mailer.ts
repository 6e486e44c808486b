export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail; tests put one of their own in its place. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
