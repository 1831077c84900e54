/** Lists as texts: an array would have a line for each word. */

/** The items of a text with `|` between them; space around them is no part of them. */
export function listIn(text: string): readonly string[] {
  return text.split('|').map((item) => item.trim())
}
