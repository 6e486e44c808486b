/** Returns the beginning of a body as text, and leaves the rest unread. */
export async function boundedText(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  // Leaving the loop closes the body.
  for await (const chunk of body) {
    text += decoder.decode(chunk.subarray(0, limit - size), { stream: true })
    size += chunk.length
    if (size >= limit) return text
  }
  return text + decoder.decode()
}
