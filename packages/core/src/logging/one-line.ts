/**
 * A text that stays on its line and in its order wherever it is printed: what would end the line, move the cursor or turn
 * the direction of writing is spelled as JSON does.
 */
export function oneLine(text: string): string {
  return text.replace(UNPRINTED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const UNPRINTED = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
