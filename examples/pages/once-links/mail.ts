/** The mails that were sent. A real program gives them to a job, so that no visitor waits for them. */
export const sent: { readonly to: string; readonly text: string }[] = []

export function sendMail(to: string, text: string): void {
  sent.push({ to, text })
}
